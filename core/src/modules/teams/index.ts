export { teamRoutes } from './routes.ts'
export { createTeamService } from './service.ts'
