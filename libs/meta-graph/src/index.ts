export * from './app.ts'
export * from './client.ts'
export * from './errors.ts'
export * from './hook.ts'
