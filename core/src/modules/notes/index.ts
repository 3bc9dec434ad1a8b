export { noteRoutes } from './routes.ts'
export { createNoteService, type NoteService } from './service.ts'
