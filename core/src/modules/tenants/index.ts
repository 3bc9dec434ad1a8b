export { DEFAULT_ABSENCE_MESSAGE, DEFAULT_WEEK } from './policy.ts'
export { presentMenu, presentPlan } from './presenter.ts'
export { tenantRoutes } from './routes.ts'
export { createTenantService, type HoursPlace, type TenantDeps, type TenantService } from './service.ts'
