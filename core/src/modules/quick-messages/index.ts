export { checkFiles, fileIds } from './files.ts'
export { quickMessageRoutes } from './routes.ts'
export { createQuickMessageService, type QuickMessageService } from './service.ts'
export { textViewer } from './viewer.ts'
