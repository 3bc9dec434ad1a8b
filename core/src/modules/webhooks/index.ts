export { registerWebhookWork } from './jobs.ts'
export { webhookRoutes } from './routes.ts'
export { createWebhooks } from './webhooks.ts'
