import { ispBillingConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { CUSTOMER, startProvider, TOKEN } from './stand-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())

ispBillingConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'sample-isp-billing',
  secrets: { token: TOKEN },
  endpoints: { api: provider.url },
  customer: CUSTOMER,
  unknownDocument: '11144477735',
})
