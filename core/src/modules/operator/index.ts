export { ensureOperator, type FirstStartConfig } from './first-start.ts'
export { operatorRoutes } from './routes.ts'
export { createOperatorService, type OperatorDeps, type OperatorService } from './service.ts'
