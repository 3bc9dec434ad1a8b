import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const KEY = Buffer.alloc(32, 1).toString('base64')
const read = (env: Record<string, string>) => readConfig({ RECADO_DATA_DIR: folder, ...env })

describe('the environment', () => {
  it('may say nothing: one node of all roles on port 3333, with a database of its own', async () => {
    expect(await read({ PORT: '', RECADO_ROLES: '' })).toMatchObject({
      PORT: 3333,
      HOST: '0.0.0.0',
      RECADO_DATA_DIR: resolve(folder),
      roles: ['api', 'worker', 'sessions'],
      isProduction: false,
      publicUrl: null,
      RECADO_EGRESS_ALLOW: '',
    })
  })

  it('has a key made for it once, which only its user can read', async () => {
    const first = (await read({})).RECADO_SECRET_KEY
    expect(Buffer.from(first, 'base64')).toHaveLength(32)
    expect((await read({})).RECADO_SECRET_KEY).toBe(first)
    const file = join(folder, 'secret.key')
    expect((await readFile(file, 'utf8')).trim()).toBe(first)
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await read({ RECADO_SECRET_KEY: KEY })).RECADO_SECRET_KEY).toBe(KEY)
  })

  it('chooses what a node does', async () => {
    expect((await read({ RECADO_ROLES: 'worker, sessions' })).roles).toEqual(['worker', 'sessions'])
    expect((await read({ RECADO_PUBLIC_URL: 'https://chat.example/' })).publicUrl).toBe('https://chat.example')
    expect((await read({ PORT: '0' })).PORT).toBe(0)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['a port that is none', { PORT: 'http' }, /^PORT /],
    ['a port that is too high', { PORT: '70000' }, /^PORT /],
    ['an unknown role', { RECADO_ROLES: 'api,boss' }, /RECADO_ROLES knows .*"boss"/],
    ['a short key', { RECADO_SECRET_KEY: 'YWJj' }, /RECADO_SECRET_KEY is not 32 bytes/],
    ['no key for a database of the operator’s', { DATABASE_URL: 'postgresql://x/y' }, /RECADO_SECRET_KEY is needed/],
    ['an address that is none', { RECADO_PUBLIC_URL: 'chat.example' }, /RECADO_PUBLIC_URL/],
    ['an unknown level', { RECADO_LOG_LEVEL: 'loud' }, /^RECADO_LOG_LEVEL /],
  ])('with %s is refused in a sentence that names the variable', async (_, env, message) => {
    const refusal = await read(env).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect((refusal as Error).message).toMatch(message)
  })
})
