export { queueRoutes } from './routes.ts'
export { createQueueService, type QueueService } from './service.ts'
