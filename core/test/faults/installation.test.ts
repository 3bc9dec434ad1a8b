import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../app.ts'
import { clusterFolder } from '../cluster-folder.ts'
import { createProgram, type Program } from './program.ts'

/** The whole product as `npm start` runs it: on the database that it brings along, with nothing set. */
let folder: string
let program: Program
let login = { email: '', password: '' }
beforeAll(async () => {
  folder = await clusterFolder('installation')
  program = await createProgram(
    { ownerUrl: '' },
    {
      DATABASE_URL: '',
      RECADO_DATA_DIR: folder,
      RECADO_SECRET_KEY: '',
      RECADO_ADMIN_EMAIL: '',
      RECADO_ADMIN_PASSWORD: '',
      RECADO_LOG_LEVEL: 'info',
    },
  )
})
afterAll(async () => {
  await program?.start().catch(() => undefined)
  await program?.stop().catch(() => undefined)
  await program?.close()
  await rm(folder, { recursive: true, force: true })
})

const server = {
  lock: () => readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null),
  async kill() {
    const pid = Number((await server.lock())?.split('\n')[0])
    process.kill(pid, 'SIGKILL')
  },
}

const signIn = async (): Promise<string> => {
  const answer = await fetch(`${program.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  return ((await answer.json()) as { token: string }).token
}
const queues = async (): Promise<string[]> => {
  const headers = { authorization: `Bearer ${await signIn()}` }
  const list = (await (await fetch(`${program.url}/queue`, { headers })).json()) as { name: string }[]
  return list.map(({ name }) => name)
}
const makeQueue = async (name: string): Promise<void> => {
  const answer = await fetch(`${program.url}/queue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signIn()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(answer.status).toBe(200)
}

it('starts with nothing set, and tells the address, the first login and the demo page', async () => {
  await program.start()
  const told = await until(() => /Sign in as\s+(\S+)\s+Password\s+(\S+)/.exec(program.output()))
  login = { email: told[1] ?? '', password: told[2] ?? '' }
  expect(program.output()).toContain(`Open        ${program.url}`)
  expect(program.output()).toContain(`Demo page   ${program.url}/demo`)
  await makeQueue('Vendas')
  const demo = await fetch(`${program.url}/demo`)
  expect([demo.status, await demo.text()]).toEqual([200, expect.stringContaining('/assets/webchat/recado.js')])
  const key = join(folder, 'secret.key')
  expect(Buffer.from(await readFile(key, 'utf8'), 'base64')).toHaveLength(32)
  expect((await stat(key)).mode & 0o077).toBe(0)
})

it('comes back after it was killed, taking over the database that went on', async () => {
  const before = await server.lock()
  await program.kill()
  await program.start()
  expect(await server.lock()).toBe(before)
  expect(await queues()).toEqual(['Vendas'])
  // neither the password nor the login is told a second time
  await until(() => program.output().includes('is ready'))
  expect(program.output()).not.toMatch(/Sign in as|Password/)
})

it('comes back after it was killed together with its database', async () => {
  await makeQueue('Suporte')
  const before = await server.lock()
  await server.kill()
  await program.kill()
  await program.start()
  expect(await server.lock()).not.toBe(before)
  expect((await queues()).toSorted()).toEqual(['Suporte', 'Vendas'])
})

it('that is asked to stop answers what it has begun, then stops the database and ends in order', async () => {
  const body = JSON.stringify(login)
  const { hostname, port } = new URL(program.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(
    `POST /auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  )
  // the first half is there once another request was answered after it
  await signIn()
  const ended = program.stop()
  await until(() => program.output().includes('"stopping"'))
  socket.write(body.slice(5))
  expect(await ended).toBe(0)
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"token"/)
  expect(await server.lock()).toBeNull()
  expect(program.output()).not.toMatch(/"level":[56]0/)
})

it('ends with a sentence, and no trace of itself, where a list of plugins is broken', async () => {
  const list = join(folder, 'plugins.json')
  await writeFile(list, '["recado-plugin-x",')
  await expect(program.start()).rejects.toThrow(/does not run/)
  expect(program.output()).toContain(`${list} must be a JSON array of package names or absolute paths`)
  expect(program.output()).not.toMatch(/^\s+at /m)
  await until(async () => (await server.lock()) === null)
  await rm(list)
})
