import { aiConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { startProvider, TOKEN } from './stand-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())

aiConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-ai',
  settings: { model: 'standard' },
  secrets: { token: TOKEN },
  endpoints: { api: provider.url },
})
