import { flowConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startProvider, TOKEN } from './stand-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())

flowConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-flow',
  settings: { flow: 'welcome' },
  secrets: { token: TOKEN },
  endpoints: { api: provider.url },
})
