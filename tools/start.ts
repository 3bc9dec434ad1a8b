// Brings up the whole product: builds the browser's parts when they are missing or older than their sources, then runs
// the server in this process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildWhenStale } from './build-when-stale.ts'
import { ROOT } from './run.ts'

await buildWhenStale()
// a warm start neither compiles nor strips types again
enableCompileCache(join(ROOT, 'node_modules', '.cache', 'recado'))
await import('../core/src/main.ts')
