// Brings up the whole product: builds what is missing or older than its sources, then runs the server in this process. In
// plain JavaScript, since what is compiled, and stripped of its types, is kept for the next start only from the line
// below on.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/recado', import.meta.url)))
const { buildWhenStale } = await import('./build-when-stale.ts')
await buildWhenStale()
const { OWN_MODULES, preferBundle } = await import('./library-bundle.ts')
preferBundle(OWN_MODULES)
await import('../core/src/main.ts')
