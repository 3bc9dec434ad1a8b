export { ticketViewRoutes } from './routes.ts'
export { createTicketViews } from './service.ts'
