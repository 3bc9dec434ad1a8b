export { mentionsIn } from './mentions.ts'
export { internalChatRoutes } from './routes.ts'
export { createInternalChat, type InternalChat, type InternalChatDeps } from './service.ts'
