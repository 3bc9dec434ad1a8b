/**
 * Fails when the first page load, before the attendance chunk, is above its budget: the entry and all that it imports
 * statically, with style sheets, gzipped, plus the largest catalogue of texts that it asks for at start.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET = 250_000
const dist = join(import.meta.dirname, '../dist')

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Files of a chunk and of what it imports before it can run. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entry) throw new Error('no entry in the manifest: build first')
const START = ['src/app/locales/pt.json', 'src/ui/locales/pt.json']
const files = new Set([...filesOf(entry), ...START.flatMap((key) => [...filesOf(key)])])

const sizes = await Promise.all(
  [...files].map(async (file) => ({ file, bytes: gzipSync(await readFile(join(dist, file)), { level: 9 }).length })),
)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
  process.stdout.write(`${kilobytes(bytes).padStart(10)}  ${file}\n`)
}
process.stdout.write(`${kilobytes(total).padStart(10)}  first load, budget ${kilobytes(BUDGET)}\n`)
if (total > BUDGET) process.exitCode = 1
