import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Report } from '../report.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = join(ROOT, 'web/dist')
const WIDGET = join(ROOT, 'plugins/webchat/assets')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

const kilobytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1000

/** Files that one chunk needs before it can run. */
function needed(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const other of chunk.imports ?? []) needed(manifest, other, seen)
  return seen
}

export function measureSizes(report: Report): void {
  const file = join(DIST, '.vite/manifest.json')
  if (existsSync(file)) {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
    const first = needed(manifest, 'index.html')
    const sum = (files: Iterable<string>) => [...files].reduce((total, one) => total + kilobytes(join(DIST, one)), 0)
    report.add({
      part: 'size',
      name: 'first page load, gzip',
      value: sum(first) + kilobytes(join(DIST, 'index.html')),
      unit: 'kB',
      musts: [{ of: 'value', atMost: 250 }],
      note: `${first.size + 1} files: page, scripts and styles`,
    })
    const screen = needed(manifest, 'src/features/attendance/attendance-screen.tsx')
    report.add({
      part: 'size',
      name: 'what the attendance screen adds, gzip',
      value: sum([...screen].filter((one) => !first.has(one))),
      unit: 'kB',
    })
  }
  if (existsSync(WIDGET)) {
    const files = ['recado.js', 'frame.js', 'frame.css'].map((name) => kilobytes(join(WIDGET, name)))
    report.add({
      part: 'size',
      name: 'the widget, gzip',
      value: files.reduce((total, one) => total + one, 0),
      unit: 'kB',
      musts: [{ of: 'value', atMost: 40 }],
      note: `of which the page itself loads ${files[0]?.toFixed(1)} kB`,
    })
  }
  report.add({
    part: 'size',
    name: 'node_modules in production',
    value: installedMb(),
    unit: 'MB',
    musts: [{ of: 'value', atMost: 200 }],
    note: 'what npm install --omit=dev leaves, by the lock file',
  })
}

interface Locked {
  dev?: boolean
  link?: boolean
}

function installedMb(): number {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const kept = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && existsSync(join(ROOT, path)),
  )
  return kept.reduce((sum, [path]) => sum + folderBytes(join(ROOT, path)), 0) / 1e6
}

/** Packages inside are counted by their own entries. */
function folderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + folderBytes(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}
