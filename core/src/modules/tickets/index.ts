export { fillForTicket } from './filling.ts'
export { registerTicketWork } from './jobs.ts'
export {
  type ActionSettings,
  type Refusal,
  sees,
  type TicketAction,
  type TicketFacts,
  type TicketViewer,
  type VisibilityRules,
} from './policy.ts'
export type { TicketDeps } from './ports.ts'
export { presentTicket } from './presenter.ts'
export { createTicketNews, type NewsOptions, type TicketNews } from './realtime.ts'
export { factsOf, loadTickets, type TicketRecord } from './record-repo.ts'
export { visibleSql } from './repo.ts'
export { ticketRoutes } from './routes.ts'
export { seenTicket, seenWithViewer, ticketFacts } from './seen.ts'
export { createTicketService, type TicketService } from './service.ts'
export { type LiveViewer, liveViewer, loadViewer } from './viewer.ts'
