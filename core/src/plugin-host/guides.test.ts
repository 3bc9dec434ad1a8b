import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hasGuide, readGuide } from './guides.ts'
import type { LoadedPlugin } from './types.ts'

const PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url))

interface Manifest {
  recado?: { id: string; provides: string[] }
}

const channels = (
  await Promise.all(
    (
      await readdir(PLUGINS)
    ).map(async (name) => {
      const manifest = JSON.parse(await readFile(join(PLUGINS, name, 'package.json'), 'utf8')) as Manifest
      return { name, provides: manifest.recado?.provides ?? [] }
    }),
  )
).filter(({ name, provides }) => name !== 'fake' && provides.some((one) => one.startsWith('channel:')))

describe('the guide of a channel', () => {
  it.each(channels.map(({ name }) => name))('%s is written in Portuguese and English', async (name) => {
    const plugin = { directory: join(PLUGINS, name) } as LoadedPlugin
    expect(hasGuide(plugin)).toBe(true)
    const [pt, en] = await Promise.all([readGuide(plugin, 'pt'), readGuide(plugin, 'en')])
    expect([pt?.language, en?.language]).toEqual(['pt', 'en'])
    // both of them say the same: as many steps, tables and lists
    const chapters = (text = '') => text.split('\n').filter((line) => line.startsWith('## ')).length
    expect(chapters(pt?.text)).toBe(chapters(en?.text))
    expect(chapters(pt?.text)).toBeGreaterThan(3)
  })
})
