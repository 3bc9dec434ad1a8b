export { pluginRoutes } from './routes.ts'
export { createPluginService, type PluginDeps, type PluginService } from './service.ts'
