import type { Handlers } from '../../platform/http/bind.ts'
import type { distributionContract } from './contract.ts'
import type { DistributionService } from './service.ts'

export const distributionRoutes = (service: DistributionService): Handlers<typeof distributionContract> => ({
  explain: ({ scope, params }) => service.explain(scope, params.id),
  preview: ({ scope, params, query }) => service.preview(scope, params.id, query),
})
