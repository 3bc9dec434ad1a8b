// Makes the code that is generated at install: the Prisma client.
// `prisma generate` needs no schema engine but insists on finding one, and its own would be a download,
// so it is pointed at a program that surely exists.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ROOT } from './run.ts'

const GENERATED = join(ROOT, 'core/src/platform/db/generated')
/** What the generated code runs on. Its package has it for five databases, twice, and draws Prisma's tools along. */
const RUNTIME = [
  'client.mjs',
  'client.d.mts',
  'index-browser.mjs',
  'index-browser.d.mts',
  'query_compiler_small_bg.postgresql.mjs',
]
const COMPILER = 'query_compiler_small_bg.postgresql.wasm'

const { resolve } = createRequire(import.meta.url)
const run = spawnSync(process.execPath, [resolve('prisma/build/index.js'), 'generate', '--no-hints'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
})
if (run.status !== 0) {
  process.stdout.write(run.stdout)
  process.exit(run.status ?? 1)
}
bringRuntime(dirname(resolve('@prisma/client/runtime/client')))

/** Puts the runtime beside the generated code, so that an installation needs no more of Prisma than that. */
function bringRuntime(from: string): void {
  const to = join(GENERATED, 'runtime')
  mkdirSync(to, { recursive: true })
  for (const name of RUNTIME) {
    // its source map stays where it came from
    const code = readFileSync(join(from, name), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
    writeFileSync(join(to, name), code)
  }
  bringCompiler(join(from, `${COMPILER}-base64.mjs`), to)
  for (const file of globSync('**/*.ts', { cwd: GENERATED })) {
    const path = join(GENERATED, file)
    const place = `./${relative(dirname(path), to)}`.replace('./..', '..')
    const code = readFileSync(path, 'utf8').replace(
      /"@prisma\/client\/runtime\/([\w.-]+?)(\.mjs)?"/g,
      (_whole, name: string) => `"${place}/${name}.mjs"`,
    )
    writeFileSync(path, code)
  }
}

/** As a file of bytes: as the text of a module it would stay in memory several times over. */
function bringCompiler(from: string, to: string): void {
  const text = /"([\w+/=]{1000,})"/.exec(readFileSync(from, 'utf8'))?.[1]
  if (!text) throw new Error(`no compiler in ${from}`)
  writeFileSync(join(to, COMPILER), Buffer.from(text, 'base64'))
  const module = [
    "import { readFileSync } from 'node:fs'",
    `export const wasm = readFileSync(new URL('./${COMPILER}', import.meta.url))`,
  ]
  writeFileSync(join(to, `${COMPILER}-base64.mjs`), `${module.join('\n')}\n`)
}
