export { shortcutRoutes } from './routes.ts'
export { createShortcutService } from './service.ts'
