import type { Handlers } from '../../platform/http/bind.ts'
import type { webhooksContract } from './contract.ts'
import type { WebhookService } from './service.ts'

export const webhookRoutes = (service: WebhookService): Handlers<typeof webhooksContract> => ({
  get: ({ scope, params }) => service.get(scope, params.id),
  save: ({ scope, params, body }) => service.save(scope, params.id, body),
  rotateSecret: ({ scope, params }) => service.rotateSecret(scope, params.id),
  test: ({ scope, params }) => service.test(scope, params.id),
  deliveries: ({ scope, params, query }) => service.deliveries(scope, params.id, query),
  replay: ({ scope, params }) => service.replay(scope, params.id, params.deliveryId),
  replayFailed: ({ scope, params }) => service.replayFailed(scope, params.id),
})
