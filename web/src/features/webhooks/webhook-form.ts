import { type Webhook, type WebhookEvent, webhooksContract } from '@recado/core/modules/webhooks/contract'
import { Type } from 'typebox'
import type { Problems } from '../../ui/form/problems.ts'

export interface WebhookValues {
  url: string
  enabled: boolean
  events: WebhookEvent[]
}

const { url, enabled, events } = webhooksContract.routes.save.body.properties

export const webhookSchema = Type.Object({ url, enabled, events })

/** Whoever sets one up for the first time most likely wants it on. */
export const initialOf = (webhook: Webhook): WebhookValues => ({
  url: webhook.url,
  enabled: webhook.hasSecret ? webhook.enabled : true,
  events: webhook.events,
})

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && /^https?:\/\//i.test(text)

/** Whether an address is public is for the server to say. */
export function checkWebhook({ url, enabled, events }: WebhookValues): Problems {
  const problems: Problems = {}
  const text = url.trim()
  if (text !== '' && !isWebAddress(text)) problems.url = { rule: 'invalid', params: {} }
  if (enabled && text === '') problems.url = { rule: 'required', params: {} }
  if (enabled && events.length === 0) problems.events = { rule: 'minItems', params: { limit: 1 } }
  return problems
}

/** n8n's test addresses answer once per click in its editor, which looks like a broken webhook afterwards. */
export const isTestAddress = (url: string): boolean =>
  URL.canParse(url.trim()) && new URL(url.trim()).pathname.includes('/webhook-test/')
