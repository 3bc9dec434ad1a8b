import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What imports the library from a folder sees of it. */
const USER = `
import * as library from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
export { library }
export const names = async (entry) => Object.keys(await import(entry)).sort()
export const from = import.meta.resolve('typebox')
export const works = Value.Check(library.Type.String({ minLength: 2 }), 'ab') && !Compile(library.Type.Integer()).Check('x')`

const PROGRAM = `
import { preferBundle } from ${JSON.stringify(pathToFileURL(here('./library-bundle.ts')).href)}
const [folder, plugin, other] = process.argv.slice(2)
const isBundled = preferBundle(new URL('node_modules/', folder))
const [ours, linked, apart] = await Promise.all([folder, plugin, other].map((one) => import(new URL('user.mjs', one))))
const entries = ['', '/compile', '/error', '/format', '/guard', '/schema', '/system', '/type', '/value']
console.log(JSON.stringify({
  isBundled,
  from: ours.from,
  works: ours.works && linked.works && apart.works,
  isShared: ours.library.Type.Object === linked.library.Type.Object,
  isApart: ours.library.Type.Object !== apart.library.Type.Object,
  names: await Promise.all(entries.map((entry) => ours.names('typebox' + entry))),
}))`

let root: string
const folder = (name: string) => join(root, name)
const modules = () => folder('product/node_modules')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recado-bundle-'))
  for (const name of ['product', 'plugin', 'other']) {
    mkdirSync(folder(`${name}/node_modules`), { recursive: true })
    writeFileSync(folder(`${name}/user.mjs`), USER)
  }
  const library = here('../node_modules/typebox')
  cpSync(library, folder('product/node_modules/typebox'), { recursive: true })
  cpSync(library, folder('other/node_modules/typebox'), { recursive: true })
  // as npm links a package that lies elsewhere
  symlinkSync(folder('product/node_modules/typebox'), folder('plugin/node_modules/typebox'))
  writeFileSync(folder('program.mjs'), PROGRAM)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
const bundle = () => run(here('./bundle-library.ts'), `${modules()}/`)
const start = () => {
  const folders = ['product', 'plugin', 'other'].map((name) => `${pathToFileURL(folder(name)).href}/`)
  return JSON.parse(run(folder('program.mjs'), ...folders)) as Record<string, unknown>
}
const bundles = () => readdirSync(join(modules(), '.cache')).sort()

function setVersion(version: string): void {
  const file = join(modules(), 'typebox/package.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }))
}

it('gives the product and a plugin from elsewhere one and the same library, bundled or not', () => {
  const before = start()
  bundle()
  const after = start()
  expect(before).toMatchObject({ isBundled: false, works: true, isShared: true, isApart: true })
  expect(before.from).toMatch(/\/product\/node_modules\/typebox\//)
  expect(after).toMatchObject({ isBundled: true, works: true, isShared: true, isApart: true, names: before.names })
  expect(after.from).toMatch(/\/product\/node_modules\/\.cache\/recado-typebox-[^/]+\/index\.mjs$/)
})

it('takes no bundle of another version', () => {
  setVersion('1.0.0')
  bundle()
  setVersion('1.0.1')
  expect(start()).toMatchObject({ isBundled: false, works: true })
  bundle()
  expect(start()).toMatchObject({ isBundled: true, works: true })
  expect(bundles()).toEqual(['recado-typebox-1.0.0', 'recado-typebox-1.0.1'])
})

it('is made anew over what is there', () => {
  bundle()
  bundle()
  expect(start()).toMatchObject({ isBundled: true, works: true })
  expect(bundles()).toHaveLength(1)
})

it('does without the library where it is not installed', () => {
  rmSync(join(modules(), 'typebox'), { recursive: true })
  expect(bundle()).toBe('')
})
