export { registerContactTaskWork } from './jobs.ts'
export { contactTaskRoutes } from './routes.ts'
export { createContactTasks } from './tasks.ts'
