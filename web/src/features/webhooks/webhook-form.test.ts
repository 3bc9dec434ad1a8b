import { describe, expect, it } from 'vitest'
import { eventKey, pretty } from './delivery-text.ts'
import { checkWebhook, initialOf, isTestAddress, type WebhookValues } from './webhook-form.ts'

const values = (more: Partial<WebhookValues> = {}): WebhookValues => ({
  url: 'https://example.com/hook',
  enabled: true,
  events: ['ticket.closed'],
  ...more,
})

describe('a webhook’s form', () => {
  it('needs an address and an event while it is on', () => {
    expect(checkWebhook(values())).toEqual({})
    expect(checkWebhook(values({ url: ' ' }))).toEqual({ url: { rule: 'required', params: {} } })
    expect(checkWebhook(values({ events: [] }))).toEqual({ events: { rule: 'minItems', params: { limit: 1 } } })
    expect(checkWebhook(values({ url: '', events: [], enabled: false }))).toEqual({})
  })

  it.each(['example.com/hook', 'ftp://example.com', 'https:example.com', 'javascript:alert(1)', 'https://'])(
    'refuses %s as an address',
    (url) => expect(checkWebhook(values({ url }))).toHaveProperty('url'),
  )

  it('proposes to switch a new one on, and leaves the others as they are', () => {
    const stored = { url: '', enabled: false, events: [], hasSecret: false }
    expect(initialOf(stored as never).enabled).toBe(true)
    expect(initialOf({ ...stored, hasSecret: true } as never).enabled).toBe(false)
  })
})

it('knows the test addresses of n8n', () => {
  expect(isTestAddress('https://n8n.example.com/webhook-test/9f1')).toBe(true)
  expect(isTestAddress('https://example.com/n8n/webhook-test/9f1')).toBe(true)
  expect(isTestAddress('https://example.com/webhook/9f1?next=/webhook-test/')).toBe(false)
  expect(isTestAddress('https://example.com/my-webhook-test')).toBe(false)
})

it('names events as catalogues can', () => {
  expect(eventKey('ticket.created.manual')).toBe('ticket_created_manual')
  expect(eventKey('test')).toBe('test')
})

it('breaks JSON into lines, and leaves the rest alone', () => {
  expect(pretty('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(pretty('{"a":"cut')).toBe('{"a":"cut')
  expect(pretty('<html>')).toBe('<html>')
})
