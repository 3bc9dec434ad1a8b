import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, readArguments, USAGE } from './arguments.ts'

// Inside the repository, so that @recado/sdk resolves; git ignores the folder.
const repository = fileURLToPath(new URL('../../..', import.meta.url))
let place: string
beforeAll(async () => {
  await mkdir(join(repository, '.recado'), { recursive: true })
  place = await mkdtemp(join(repository, '.recado', 'generator-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

const node = (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, INIT_CWD: place }
    execFile(process.execPath, words, { cwd: place, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err })
    })
  })
const create = (...words: string[]) => node(main, ...words)

describe('create-plugin', () => {
  it('writes a plugin of each kind that keeps the contract unchanged', async () => {
    for (const kind of KINDS) {
      const { code, err } = await create(kind, `my-own-${kind}`, '--dir', kind)
      expect([code, err]).toEqual([0, ''])
    }
    const report = join(place, 'report.json')
    const { code, err } = await node(vitest, 'run', '--root', place, '--reporter', 'json', '--outputFile', report)
    expect(code, err).toBe(0)
    const { numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as {
      numFailedTests: number
      testResults: { assertionResults: unknown[] }[]
    }
    expect(numFailedTests).toBe(0)
    expect(testResults).toHaveLength(KINDS.length)
    for (const { assertionResults } of testResults) expect(assertionResults.length).toBeGreaterThan(15)
  }, 120_000)

  it('gives the plugin its own name everywhere', async () => {
    const { out } = await create('flow', 'acme-bot', '--dir', 'acme')
    expect(out).toContain('acme/package.json')
    const manifest = JSON.parse(await readFile(join(place, 'acme/package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: 'recado-plugin-acme-bot',
      recado: { id: 'acme-bot', provides: ['flow:acme-bot'], endpoints: { api: 'https://api.acme-bot.example' } },
    })
    for (const file of ['README.md', 'locales/pt.json', 'src/flow.ts', 'test/conformance.test.ts']) {
      expect(await readFile(join(place, 'acme', file), 'utf8')).not.toMatch(/sample-flow|Sample flow/)
    }
  })

  it('never touches a folder with something in it', async () => {
    await mkdir(join(place, 'taken'))
    await writeFile(join(place, 'taken/mine.txt'), 'mine')
    const { code, err } = await create('ai', 'my-ai', '--dir', 'taken')
    expect(code).toBe(1)
    expect(err).toContain('exists and is not empty')
  })

  it('tells a mistake in one sentence, without a stack', async () => {
    const { code, err } = await create('chanel', 'my-own')
    expect([code, err]).toEqual([1, `there is no kind "chanel": choose one of ${KINDS.join(', ')}\n`])
  })
})

describe('the command line', () => {
  const read = (...words: string[]) => readArguments(words, { cwd: '/here', plugins: '/repo/plugins' })

  it('puts a plugin into the folder of plugins, or where it is told to', () => {
    expect(read('ai', 'my-ai')).toEqual({ kind: 'ai', name: 'my-ai', folder: '/repo/plugins/my-ai' })
    expect(read('--dir', '../x', 'ai', 'my-ai').folder).toBe('/x')
  })

  it.each([
    [[], USAGE],
    [['ai'], USAGE],
    [['ai', 'my-ai', 'more'], 'one word too many'],
    [['ai', 'my-ai', '--dir'], '--dir needs a folder'],
    [['ai', 'My-AI'], 'is no name for a plugin'],
    [['ai', '1ai'], 'is no name for a plugin'],
    [['ai', '../ai'], 'is no name for a plugin'],
    [['ai', 'my-ai-'], 'is no name for a plugin'],
    [['ai', 'my--ai'], 'is no name for a plugin'],
  ])('refuses %j', (words, message) => {
    expect(() => read(...words)).toThrow(message)
  })
})
