export * from './fields.ts'
export * from './ui.ts'
export * from './validate.ts'
export * from './visibility.ts'
