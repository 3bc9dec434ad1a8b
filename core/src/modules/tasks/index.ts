export { registerTaskWork } from './jobs.ts'
export { taskRoutes } from './routes.ts'
export { createTasks } from './tasks.ts'
