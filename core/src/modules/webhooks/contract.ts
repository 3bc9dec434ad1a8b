import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Id, IdParams, Uuid } from '../../platform/http/shapes.ts'
import { Delivery, Webhook, WebhookPayload, WebhookSaved, WebhookWrite } from './schemas.ts'

export * from './schemas.ts'

const NOT_THERE = ['ERR_NO_WAPP_FOUND', 'ERR_NO_WEBHOOK_FOUND'] as const

export const webhooksContract = defineContract(
  'webhooks',
  {
    get: {
      method: 'GET',
      path: '/whatsapp/{id}/webhook',
      auth: 'admin',
      summary: 'Where the channel tells what happens on it, and how that goes.',
      params: IdParams,
      response: Webhook,
      errors: ['ERR_NO_WAPP_FOUND'],
    },
    save: {
      method: 'PUT',
      path: '/whatsapp/{id}/webhook',
      auth: 'admin',
      summary: 'Sets the address, the events and the switch. The first time the answer has the signing secret.',
      params: IdParams,
      body: WebhookWrite,
      response: WebhookSaved,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_WEBHOOK_URL', 'ERR_WEBHOOK_EVENTS'],
    },
    rotateSecret: {
      method: 'POST',
      path: '/whatsapp/{id}/webhook/rotate-secret',
      auth: 'admin',
      summary: 'Makes a new signing secret and answers it once; for 24 hours the previous one signs too.',
      params: IdParams,
      response: WebhookSaved,
      errors: NOT_THERE,
    },
    test: {
      method: 'POST',
      path: '/whatsapp/{id}/webhook/test',
      auth: 'admin',
      summary: 'Sends a signed test at once and answers what came back, whatever that was.',
      params: IdParams,
      response: Delivery,
      errors: NOT_THERE,
      rate: { max: 20, seconds: 60 },
    },
    deliveries: {
      method: 'GET',
      path: '/whatsapp/{id}/webhook/deliveries',
      auth: 'admin',
      summary: 'What was sent in the last seven days, newest first.',
      params: IdParams,
      query: Type.Object({
        /** `next` of the page before. */
        before: Type.Optional(Type.String({ maxLength: 19, pattern: '^[0-9]+$' })),
        /** Only those given up. */
        failed: Type.Optional(Type.Boolean()),
        pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: Type.Object({
        deliveries: Type.Array(Delivery),
        hasMore: Type.Boolean(),
        /** Where the next page begins. */
        next: Type.Union([Type.String(), Type.Null()]),
      }),
      errors: ['ERR_NO_WAPP_FOUND'],
    },
    replay: {
      method: 'POST',
      path: '/whatsapp/{id}/webhook/deliveries/{deliveryId}/replay',
      auth: 'admin',
      summary: 'Sends a delivery again, under its own id.',
      params: Type.Object({ id: Id, deliveryId: Uuid }),
      response: Delivery,
      errors: [...NOT_THERE, 'ERR_NO_WEBHOOK_DELIVERY_FOUND', 'ERR_WEBHOOK_OFF'],
    },
    replayFailed: {
      method: 'POST',
      path: '/whatsapp/{id}/webhook/deliveries/replay-failed',
      auth: 'admin',
      summary: 'Sends again all that was given up, in the order in which it happened.',
      params: IdParams,
      response: Type.Object({ count: Type.Integer() }),
      errors: [...NOT_THERE, 'ERR_WEBHOOK_OFF'],
    },
  },
  {
    event: {
      summary: 'What we send to the address of a webhook; see core/docs/webhooks.md for the signature.',
      headers: ['X-Recado-Signature', 'X-Recado-Delivery', 'X-Recado-Event'],
      body: WebhookPayload,
    },
  },
)
