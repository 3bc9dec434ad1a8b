export type { Assigning } from './assigning.ts'
export { fillForTicket } from './filling.ts'
export { registerTicketWork } from './jobs.ts'
export type { BeforeClosing, Many, ManyContext } from './many.ts'
export { type PersonOfTicket, peopleOfTicket } from './people.ts'
export {
  type ActionSettings,
  mayRead,
  mayReadFrom,
  type Refusal,
  saidIn,
  sees,
  type TicketAction,
  type TicketFacts,
  type TicketViewer,
  type VisibilityRules,
} from './policy.ts'
export type { FirstMessage, TicketDeps } from './ports.ts'
export { presentTicket, presentTicketRow, viewFor } from './presenter.ts'
export { createTicketNews, type NewsOptions, type TicketNews } from './realtime.ts'
export { factsOf, loadTickets, type RecordJson, recordFromJson, type TicketRecord } from './record-repo.ts'
export { inBotSql, readableSql, snoozedSql, visibleSql } from './repo.ts'
export { ticketRoutes } from './routes.ts'
export { seenTicket, seenWithViewer, ticketFacts } from './seen.ts'
export { selectionSql, type TicketSelection } from './selection-repo.ts'
export { createTicketService, type TicketService } from './service.ts'
export { countViews, type TicketTab } from './view-counts-repo.ts'
export { type LiveViewer, liveViewer, loadViewer } from './viewer.ts'
