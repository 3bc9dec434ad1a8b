export { createHours } from './hours.ts'
export { hoursRoutes } from './routes.ts'
