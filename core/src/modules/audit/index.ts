export { auditRoutes } from './routes.ts'
export { createAuditService } from './service.ts'
