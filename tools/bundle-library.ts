// Bundles the library of many files for starts of the server. Each module of it ends up in one chunk alone, so that what
// is imported from several of its entries is the same.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { findBundle, OWN_MODULES } from './library-bundle.ts'

const given = process.argv[2]
const bundle = findBundle(given ? pathToFileURL(given) : OWN_MODULES)
if (bundle) {
  const folder = fileURLToPath(bundle.folder).replace(/\/$/, '')
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(`${folder}.`)
  const input = Object.fromEntries(bundle.entries.map(({ chunk, source }) => [chunk, fileURLToPath(source)]))
  const build = await rolldown({ input, platform: 'node' })
  await build.write({ dir: made, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  chmodSync(made, 0o755)
  // complete at once for whoever starts meanwhile
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
}
