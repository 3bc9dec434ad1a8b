import { ConfigError } from './config.ts'
import { NewerDatabaseError } from './platform/db/migrate.ts'

/** Ends the program with a sentence for the operator instead of a stack, where it is theirs to put right. */
export function refuse(error: unknown): never {
  const isPortTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (!(isPortTaken || error instanceof ConfigError || error instanceof NewerDatabaseError)) throw error
  const text = isPortTaken ? 'The port is taken by another program; choose one with PORT.' : (error as Error).message
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
