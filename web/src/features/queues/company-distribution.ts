import { DISTRIBUTIONS, type Distribution } from '@recado/core/modules/queues/contract'
import { useTenantSettings } from '../../lib/tenant-settings.ts'

/** What queues do that leave it to the company. */
export function useCompanyDistribution(): Distribution {
  const settings = useTenantSettings()
  return DISTRIBUTIONS.find((mode) => mode === settings.distribution) ?? 'off'
}
