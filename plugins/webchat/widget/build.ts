import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { LARGEST_GZIP, measure } from './sizes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = here('../assets')

/** One self-contained classic script, without code splitting: the loader must run on any page. */
async function bundle(entry: string, name: string, emptyOutDir: boolean): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: here('.'),
    publicDir: false,
    build: {
      outDir,
      emptyOutDir,
      target: ['chrome100', 'firefox100', 'safari15.4'],
      cssMinify: true,
      lib: {
        entry: here(entry),
        formats: ['iife'],
        name: 'recadoWebchat',
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  })
}

await bundle('./loader/main.ts', 'recado', true)
await bundle('./frame/main.ts', 'frame', false)

const sizes = await measure(outDir)
const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0)
for (const { name, gzip } of sizes) process.stdout.write(`${name.padEnd(12)} ${(gzip / 1000).toFixed(1)} kB gzip\n`)
process.stdout.write(`${'total'.padEnd(12)} ${(total / 1000).toFixed(1)} kB gzip of ${LARGEST_GZIP / 1000}\n`)
if (total > LARGEST_GZIP) process.exitCode = 1
