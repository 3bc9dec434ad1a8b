import { trustOurRoot } from './server/certificate.ts'

/** Loaded before a program (`node --import`), it talks to a stand-in of another process. For benchmarks and tests. */
trustOurRoot()
