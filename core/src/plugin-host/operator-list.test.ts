import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { operatorList } from './operator-list.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'recado-list-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('what comes with the product, then the environment, then the file; each once', async () => {
  const builtIn = await operatorList({ env: undefined, dataDir })
  expect(builtIn).toContain('@recado/plugin-telegram')
  expect(builtIn).not.toContain('@recado/plugin-fake')
  await writeFile(join(dataDir, 'plugins.json'), '["/opt/mine", "a-plugin"]')
  const env = ' a-plugin ,, @recado/plugin-telegram'
  expect(await operatorList({ env, dataDir })).toEqual([...builtIn, 'a-plugin', '/opt/mine'])
  const without = await operatorList({ env: '-@recado/plugin-whatsapp-baileys,-a-plugin', dataDir })
  expect(without).toEqual([...builtIn.filter((name) => !name.includes('baileys')), '/opt/mine'])
  await writeFile(join(dataDir, 'plugins.json'), '{"not":"a list"}')
  await expect(operatorList({ env: '', dataDir })).rejects.toThrow('must be a JSON array')
})
