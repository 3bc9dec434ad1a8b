// Brings up the whole product: builds the browser's parts when they are missing or older than their sources, then runs
// the server in this process. In plain JavaScript, since what is compiled, and stripped of its types, is kept for the
// next start only from the line below on.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/recado', import.meta.url)))
const { buildWhenStale } = await import('./build-when-stale.ts')
await buildWhenStale()
await import('../core/src/main.ts')
