export { createTranscripts, type Part, type Transcripts } from './transcript.ts'
