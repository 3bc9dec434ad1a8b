export { closingReasonRoutes } from './routes.ts'
export { type ClosingReasonService, createClosingReasonService } from './service.ts'
