import { createHmac } from 'node:crypto'
import { hookRequest } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'
import type { Json } from './stand-in.ts'

const OWN = '7b8d0a52-3c1e-4f7a-9a10-2f6d5c4b3a21'

const told = async (...statuses: Json[]) => {
  const test = await openChannel()
  await test.receive(test.cloud.webhooks.tellNumber('messages', { statuses }))
  return test
}

describe('receipts', () => {
  it('come in any order and skip states', async () => {
    const { inbound } = await told(
      { id: 'wamid.1', status: 'read', timestamp: '1760000005', recipient_user_id: 'BR.55001122' },
      { id: 'wamid.1', status: 'sent', timestamp: '1759999990', biz_opaque_callback_data: OWN },
      { id: 'wamid.1', status: 'played', timestamp: 'soon' },
      { id: 'wamid.1', status: 'deleted', timestamp: '1760000005' },
      { id: 'wacid.1', type: 'call', status: 'RINGING', timestamp: '1760000005' },
    )
    expect(inbound.items).toMatchObject([
      { kind: 'receipt', status: 'read', externalIds: ['wamid.1'], at: 1_760_000_005_000 },
      { kind: 'receipt', status: 'sent', externalIds: ['wamid.1', OWN], at: 1_759_999_990_000 },
      { kind: 'receipt', status: 'played', externalIds: ['wamid.1'] },
    ])
    expect(inbound.items).toHaveLength(3)
  })

  it('name no message of ours by what others put there', async () => {
    const { inbound } = await told({ id: 'wamid.1', status: 'sent', biz_opaque_callback_data: 'campaign=7' })
    expect(inbound.items).toMatchObject([{ externalIds: ['wamid.1'] }])
  })

  it('tell what Meta charges', async () => {
    const { inbound } = await told(
      {
        id: 'wamid.1',
        status: 'sent',
        pricing: { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' },
      },
      {
        id: 'wamid.2',
        status: 'sent',
        pricing: { billable: false, category: 'service', type: 'free_customer_service' },
      },
    )
    expect(inbound.items).toMatchObject([
      { pricing: { category: 'marketing', isBillable: true } },
      { pricing: { category: 'service', isBillable: false } },
    ])
  })

  it.each([
    [131047, 'WINDOW_CLOSED'],
    [131026, 'RECIPIENT_INVALID'],
    [131049, 'REJECTED'],
    [131053, 'MEDIA_REJECTED'],
    [130429, 'RATE_LIMITED'],
    [190, 'AUTH_EXPIRED'],
    [999999, 'REJECTED'],
  ])('a failure %i says why, as %s', async (code, expected) => {
    const errors = [{ code, title: 'Title', error_data: { details: 'some details' } }]
    const { inbound } = await told({
      id: 'wamid.2',
      status: 'failed',
      timestamp: '1760000100',
      recipient_id: '5511911112222',
      errors,
    })
    expect(inbound.items).toMatchObject([{ kind: 'receipt', status: 'failed', code: expected }])
    expect(inbound.items[0]).toHaveProperty('reason', expect.stringContaining(`Title – some details (${code})`))
  })

  it('a failure may come without a reason', async () => {
    const { inbound } = await told({ id: 'wamid.2', status: 'failed', errors: null })
    expect(inbound.items).toMatchObject([{ status: 'failed', code: 'REJECTED' }])
  })

  it('who wants no advertising is remembered, who has two addresses is one person', async () => {
    const { inbound } = await told(
      { id: 'wamid.2', status: 'failed', recipient_id: '5511911112222', errors: [{ code: 131050, title: 'stopped' }] },
      { id: 'wamid.3', status: 'sent', recipient_id: '5511911112222', recipient_user_id: 'BR.55001122' },
      { id: 'wamid.4', status: 'sent', recipient_type: 'group', recipient_id: 'Y2FwaV9n' },
    )
    expect(inbound.items.filter(({ kind }) => kind === 'contact')).toMatchObject([
      { party: { addresses: [{ value: '5511911112222' }] }, marketing: false },
      { party: { addresses: [{ kind: 'phone' }, { kind: 'bsuid' }] } },
    ])
  })
})

describe('preferences', () => {
  it('stop and resume advertising', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const rita = cloud.addPerson({ waId: '5511911112222' })
    await receive({ delivery: cloud.userPrefers(rita, 'stop') }, { delivery: cloud.userPrefers(rita, 'resume') })
    await receive(
      cloud.webhooks.tellNumber('user_preferences', {
        user_preferences: [{ wa_id: '5511911112222', category: 'other', value: 'stop' }, null],
      }),
    )
    expect(inbound.items).toMatchObject([
      { kind: 'contact', marketing: false, party: { addresses: [{ value: '5511911112222' }] } },
      { kind: 'contact', marketing: true },
    ])
    expect(inbound.items).toHaveLength(2)
  })
})

describe('templates', () => {
  it('are judged anew', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const which = {
      message_template_id: 1_700_000_000_123,
      message_template_name: 'aviso',
      message_template_language: 'pt_BR',
    }
    const tell = (field: string, value: Json) => cloud.webhooks.tell(field, { ...which, ...value })
    await receive(
      tell('message_template_status_update', {
        event: 'REJECTED',
        reason: 'INVALID_FORMAT',
        rejection_info: { reason: 'Bad end', recommendation: 'Fix it' },
      }),
      tell('message_template_status_update', {
        event: 'APPROVED',
        reason: 'NONE',
        message_template_category: 'MARKETING',
      }),
      tell('message_template_status_update', { event: 'FLAGGED' }),
      tell('message_template_quality_update', { previous_quality_score: 'GREEN', new_quality_score: 'RED' }),
      tell('template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }),
      tell('message_template_components_update', { message_template_element: 'Olá' }),
    )
    const id = '1700000000123'
    expect(inbound.items).toMatchObject([
      {
        kind: 'template',
        id,
        name: 'aviso',
        language: 'pt_BR',
        status: 'REJECTED',
        reason: 'INVALID_FORMAT. Bad end. Fix it',
      },
      { kind: 'template', id, status: 'APPROVED', category: 'MARKETING' },
      { kind: 'template', id, quality: 'RED' },
      { kind: 'template', id, category: 'MARKETING' },
    ])
    expect(inbound.items).toHaveLength(4)
    expect(inbound.items[1]).not.toHaveProperty('reason')
  })

  it('keep every digit of an id that is no safe number', async () => {
    const { cloud, channel, inbound } = await openChannel()
    const value = '{"event":"PAUSED","message_template_id":99999999999999999999}'
    const body = `{"entry":[{"id":"${cloud.businessAccountId}","changes":[{"field":"message_template_status_update","value":${value}}]}]}`
    const signature = `sha256=${createHmac('sha256', cloud.appSecret).update(body).digest('hex')}`
    await channel.receiveHook?.(hookRequest({ body, headers: { 'x-hub-signature-256': signature } }))
    expect(inbound.items).toMatchObject([{ kind: 'template', id: '99999999999999999999', status: 'PAUSED' }])
  })
})
