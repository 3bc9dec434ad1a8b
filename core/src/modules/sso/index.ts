export { ssoRoutes } from './routes.ts'
export { createSsoService } from './service.ts'
