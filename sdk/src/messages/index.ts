export * from './content.ts'
export * from './events.ts'
export * from './outbound.ts'
