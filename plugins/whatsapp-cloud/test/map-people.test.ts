import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'
import type { Json } from './stand-in.ts'

describe('who writes', () => {
  it('may have no phone, and is found by the id and not by the position', async () => {
    const { cloud, receive, messages } = await openChannel()
    await receive(
      cloud.webhooks.tellNumber('messages', {
        contacts: [
          { profile: { name: 'Outra' }, wa_id: '5511900000000' },
          { profile: { name: 'Rita', username: '@rita.s' }, user_id: 'BR.55001122', parent_user_id: 'BR.ENT.9' },
        ],
        messages: [
          { from_user_id: 'BR.55001122', id: 'wamid.A', timestamp: '1760000000', type: 'text', text: { body: 'Oi' } },
        ],
      }),
    )
    expect(messages()).toMatchObject([
      {
        chat: {
          addresses: [
            { kind: 'bsuid', value: 'BR.55001122' },
            { kind: 'bsuid', value: 'BR.ENT.9' },
          ],
          name: 'Rita',
          username: 'rita.s',
        },
        at: 1_760_000_000_000,
      },
    ])
  })

  it('has both addresses where both are told, also in the wrong fields', async () => {
    const { cloud, receive, messages } = await openChannel()
    const message = { id: 'wamid.A', timestamp: '1760000000', type: 'text', text: { body: 'Oi' } }
    await receive(
      cloud.webhooks.tellNumber('messages', {
        contacts: [{ wa_id: '5511911112222', user_id: 'BR.55001122' }],
        messages: [{ ...message, from: 'BR.55001122' }],
      }),
      cloud.webhooks.tellNumber('messages', { messages: [{ ...message, id: 'wamid.B', from: '5511911112222' }] }),
      cloud.webhooks.tellNumber('messages', { messages: [{ ...message, id: 'wamid.C' }] }),
    )
    expect(messages().map(({ chat }) => chat.addresses)).toEqual([
      [
        { kind: 'phone', value: '5511911112222' },
        { kind: 'bsuid', value: 'BR.55001122' },
      ],
      [{ kind: 'phone', value: '5511911112222' }],
    ])
  })

  it('who moves is one person with two addresses, and no message', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const rita = cloud.addPerson({ waId: '5511911112222', name: 'Rita' })
    await receive(cloud.userMoves(rita, '5511955556666'))
    await receive(
      cloud.userSends(cloud.addPerson({ waId: '5511944443333', userId: 'BR.1' }), {
        type: 'system',
        system: { type: 'user_changed_user_id', user_id: 'BR.2' },
      }),
      cloud.userSends(rita, { type: 'system', system: { type: 'customer_identity_changed' } }),
      cloud.userSends(rita, { type: 'request_welcome' }),
    )
    expect(inbound.items).toMatchObject([
      { kind: 'contact', party: { addresses: [{ value: '5511955556666' }, { value: '5511911112222' }], name: 'Rita' } },
      { kind: 'contact', party: { addresses: [{ value: '5511944443333' }, { value: 'BR.2' }, { value: 'BR.1' }] } },
    ])
  })
})

describe('what happens to messages', () => {
  it('reactions, edits and removals', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const rita = cloud.addPerson({ waId: '5511911112222' })
    await receive(
      cloud.userReacts(rita, 'wamid.OUT1', '❤️'),
      cloud.userReacts(rita, 'wamid.OUT1', ''),
      cloud.userSends(rita, { type: 'reaction', reaction: { message_id: 'wamid.OUT1' } }),
      cloud.userSends(rita, {
        type: 'edit',
        edit: { original_message_id: 'wamid.IN9', message: { type: 'text', text: { body: 'Boa tarde' } } },
      }),
      cloud.userSends(rita, { type: 'revoke', revoke: { original_message_id: 'wamid.IN9' } }),
    )
    const from = { kind: 'phone', value: '5511911112222' }
    expect(inbound.items).toMatchObject([
      { kind: 'reaction', externalId: 'wamid.OUT1', from, emoji: '❤️' },
      { kind: 'reaction', externalId: 'wamid.OUT1', from, emoji: null },
      { kind: 'reaction', externalId: 'wamid.OUT1', from, emoji: null },
      { kind: 'edit', externalId: 'wamid.IN9', content: { type: 'text', text: 'Boa tarde' } },
      { kind: 'removal', externalId: 'wamid.IN9' },
    ])
  })

  it('what is written on the phone goes out, and its reactions are ours', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const rita = cloud.addPerson({ waId: '5511911112222' })
    const echo = cloud.phoneSends(rita, { type: 'text', text: { body: 'Já vou' } })
    await receive(
      echo,
      cloud.phoneSends(rita, { type: 'reaction', reaction: { message_id: 'wamid.IN1', emoji: '👍' } }),
    )
    await receive(cloud.phoneSends(rita, { type: 'revoke', revoke: { original_message_id: echo.id } }))
    expect(inbound.items).toMatchObject([
      { kind: 'message', direction: 'out', externalId: echo.id, chat: { addresses: [{ value: '5511911112222' }] } },
      { kind: 'reaction', from: { kind: 'phone', value: '551130000000' }, emoji: '👍' },
      { kind: 'removal', externalId: echo.id },
    ])
  })

  it('the history is imported, both sides of it', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const line = (from: string, id: string, more: Json = { type: 'text', text: { body: id } }) => ({
      from,
      id,
      timestamp: '1700000000',
      ...more,
    })
    await receive(
      cloud.webhooks.tellNumber('history', {
        history: [
          {
            metadata: { phase: 0, chunk_order: 1, progress: 50 },
            threads: [
              {
                id: '5511911112222',
                messages: [
                  line('5511911112222', 'h1'),
                  line('551130000000', 'h2'),
                  line('5511911112222', 'h3', { type: 'media_placeholder' }),
                ],
              },
              null,
            ],
          },
          { errors: [{ code: 2593109 }] },
        ],
      }),
      cloud.webhooks.tellNumber('history', {
        messages: [line('5511911112222', 'h3', { type: 'image', image: { id: '9' } })],
      }),
      cloud.webhooks.tellNumber('smb_app_state_sync', {
        state_sync: [
          { type: 'contact', action: 'add', contact: { full_name: 'Rita Souza', phone_number: '5511911112222' } },
          { type: 'contact', action: 'remove', contact: { full_name: 'X', phone_number: '5511911113333' } },
        ],
      }),
    )
    const chat = { addresses: [{ kind: 'phone', value: '5511911112222' }] }
    expect(inbound.items).toMatchObject([
      { externalId: 'h1', direction: 'in', history: true, chat },
      { externalId: 'h2', direction: 'out', history: true, chat },
      { externalId: 'h3', direction: 'in', history: true, content: { type: 'media' } },
      { kind: 'contact', party: { name: 'Rita Souza' } },
    ])
  })

  it('calls are told, taken they are not', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const call = { id: 'wacid.1', from: '5511911112222', to: '551130000000', timestamp: '1760000000' }
    const tell = (more: Json) => cloud.webhooks.tellNumber('calls', { calls: [{ ...call, ...more }, null, {}] })
    await receive(
      tell({ event: 'connect', direction: 'USER_INITIATED', session: { sdp_type: 'offer', sdp: 'v=0' } }),
      tell({ event: 'terminate', status: 'FAILED' }),
      tell({ event: 'terminate', status: 'COMPLETED', duration: 7 }),
      tell({ event: 'connect', direction: 'BUSINESS_INITIATED' }),
    )
    expect(inbound.items).toMatchObject([
      { kind: 'call', externalId: 'wacid.1', event: 'offer', from: { addresses: [{ value: '5511911112222' }] } },
      { kind: 'call', event: 'missed' },
      { kind: 'call', event: 'terminate' },
    ])
    expect(inbound.items).toHaveLength(3)
  })

  it('another one holds the thread: shown all the same', async () => {
    const { cloud, receive, messages } = await openChannel()
    const message = {
      from: '5511911112222',
      id: 'wamid.S',
      timestamp: '1760000000',
      type: 'text',
      text: { body: 'Oi' },
    }
    await receive(cloud.webhooks.tellNumber('standby', { messages: [message] }))
    expect(messages()).toMatchObject([{ externalId: 'wamid.S' }])
  })
})
