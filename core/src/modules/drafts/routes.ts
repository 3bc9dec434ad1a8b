import type { Handlers } from '../../platform/http/bind.ts'
import type { draftsContract } from './contract.ts'
import type { DraftService } from './service.ts'

export const draftRoutes = (service: DraftService): Handlers<typeof draftsContract> => ({
  list: ({ scope }) => service.list(scope),
  save: ({ scope, params, body }) => service.save(scope, params.ticketId, body),
})
