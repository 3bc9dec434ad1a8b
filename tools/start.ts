// Brings up the whole product: builds the browser's parts when they are missing or older than their sources, then runs
// the server in this process.
import { buildWhenStale } from './build-when-stale.ts'

await buildWhenStale()
await import('../core/src/main.ts')
