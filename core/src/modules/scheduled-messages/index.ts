export { registerScheduleWork } from './jobs.ts'
export { scheduleRoutes } from './routes.ts'
export { createSchedules } from './schedules.ts'
