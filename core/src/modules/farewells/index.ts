export { farewellRoutes } from './routes.ts'
export { createFarewellService, type FarewellService } from './service.ts'
