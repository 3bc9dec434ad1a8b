export { registerTicketTaskWork } from './jobs.ts'
export { ticketTaskRoutes } from './routes.ts'
export { createTicketTasks } from './tasks.ts'
