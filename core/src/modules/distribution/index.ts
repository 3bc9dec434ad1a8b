export { createDistribution } from './distribution.ts'
export { registerDistributionWork } from './jobs.ts'
export { distributionRoutes } from './routes.ts'
