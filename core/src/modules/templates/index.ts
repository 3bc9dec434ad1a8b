export { templateRoutes } from './routes.ts'
export { createTemplateService, type TemplateDeps, type TemplateService } from './service.ts'
