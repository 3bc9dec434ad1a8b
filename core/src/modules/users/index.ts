export { userRoutes } from './routes.ts'
export { createUserService, type UserDeps, type UserService } from './service.ts'
