export { draftRoutes } from './routes.ts'
export { createDraftService } from './service.ts'
