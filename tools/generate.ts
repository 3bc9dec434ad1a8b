// Makes the code that is generated at install: the Prisma client.
// `prisma generate` needs no schema engine but insists on finding one, and its own would be a download,
// so it is pointed at a program that surely exists.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
const run = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
})
if (run.status !== 0) {
  process.stdout.write(run.stdout)
  process.exit(run.status ?? 1)
}
