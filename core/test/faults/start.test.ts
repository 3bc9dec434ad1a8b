import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD } from '../app.ts'
import { startDatabase, type TestDatabase } from '../database.ts'
import { ask } from '../routes.ts'
import { createProgram, OPERATOR, type Program } from './program.ts'

const START = fileURLToPath(new URL('../../../tools/start.js', import.meta.url))
const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** A plugin of somebody else, linked to the installation's SDK; it wants one typebox for both. */
const CODE = `
import { createRequire } from 'node:module'
import { definePlugin } from '@recado/sdk'
import { Type } from 'typebox'
const theirs = createRequire(import.meta.resolve('@recado/sdk'))('typebox')
if (Type !== theirs.Type) throw new Error('there are two of typebox')
throw new Error('typebox is ' + import.meta.resolve('typebox').replace(/.*node_modules/, ''))
`

let db: TestDatabase
let program: Program
let plugin: string
beforeAll(async () => {
  db = await startDatabase()
  plugin = await mkdtemp(join(tmpdir(), 'recado-elsewhere-'))
  await mkdir(join(plugin, 'node_modules/@recado'), { recursive: true })
  for (const name of ['typebox', '@recado/sdk']) await symlink(join(MODULES, name), join(plugin, 'node_modules', name))
  const recado = { id: 'elsewhere', sdk: '^1.0.0', entry: './index.js', provides: ['channel:elsewhere'] }
  await writeFile(join(plugin, 'package.json'), JSON.stringify({ name: 'elsewhere', type: 'module', recado }))
  await writeFile(join(plugin, 'index.js'), CODE)
  program = await createProgram(db, { RECADO_PLUGINS: plugin }, START)
  await program.start()
}, 120_000)
afterAll(async () => {
  await program.close()
  await rm(plugin, { recursive: true, force: true })
  await db.close()
})

it('brings everything up, and plugins from elsewhere get the same bundled library', async () => {
  const login = await ask(program.url, 'POST', '/auth/login', { json: { email: OPERATOR.email, password: PASSWORD } })
  const { token } = login.body as { token: string }
  const { body } = await ask(program.url, 'GET', '/admin/plugins', { token })
  const plugins = body as unknown as { id: string; state: string; reason: string | null }[]
  const [elsewhere, ...own] = [...plugins].sort((a, b) => Number(b.id === 'elsewhere') - Number(a.id === 'elsewhere'))
  expect(elsewhere?.reason).toMatch(/^typebox is \/\.cache\/recado-typebox-[^/]+\/index\.mjs$/)
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter(({ state }) => state !== 'active')).toEqual([])
})
