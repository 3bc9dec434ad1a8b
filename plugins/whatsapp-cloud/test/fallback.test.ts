import type { Content, ConversationMessage } from '@recado/sdk'
import { type StandInReply, startStandIn } from '@recado/sdk/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whatsappCloud } from '../src/channel.ts'
import { openChannel } from './channel.ts'

const SERIALIZED = 'true_5511911112222@c.us_3EB0AA'
const OWN = '7b8d0a52-3c1e-4f7a-9a10-2f6d5c4b3a21'

/** A channel whose customer's window is closed, with a WWebJS gateway beside it. */
async function open(reply?: StandInReply, messages: Partial<ConversationMessage>[] = []) {
  const gateway = await startStandIn(
    () => reply ?? { json: { success: true, message: { id: { fromMe: true, _serialized: SERIALIZED } } } },
  )
  onTestFinished(() => gateway.close())
  const history = async () => ({ messages: messages as ConversationMessage[], hasMore: false, ticket: null })
  const test = await openChannel({
    settings: { fallbackUrl: `${gateway.url}/`, fallbackSession: 't1-c9' },
    secrets: { fallbackKey: 'the-key-of-the-gateway' },
    egress: [gateway.url],
    conversations: { history },
  })
  const rita = test.cloud.addPerson({ waId: '5511911112222' })
  const say = (content: Content = { type: 'text', text: 'Olá' }, more: object = {}) => test.send(rita, content, more)
  return { ...test, gateway, rita, say }
}

describe('what Meta refuses at once', () => {
  it('goes the other way', async () => {
    const { say, gateway } = await open()
    expect(await say()).toEqual({ externalId: SERIALIZED })
    expect(gateway.requests.items).toMatchObject([
      {
        method: 'POST',
        path: '/client/sendMessage/t1-c9',
        headers: { 'x-api-key': 'the-key-of-the-gateway' },
        json: { chatId: '5511911112222@c.us', contentType: 'string', content: 'Olá' },
      },
    ])
  })

  it('with files, and templates as what they say', async () => {
    const { say, gateway, media, cloud } = await open()
    const { id } = await media.save(Buffer.from('voice'), { fileName: 'v.ogg', mimeType: 'audio/ogg' })
    await say({ type: 'media', kind: 'voice', media: { id } })
    await say({ type: 'media', kind: 'document', media: { id }, text: 'Boleto' })
    cloud.refuse(132001)
    await say({ type: 'template', name: 'aviso', language: 'pt_BR', variables: {}, text: 'Sua fatura venceu.' })
    expect(gateway.requests.items.map(({ json }) => json)).toMatchObject([
      {
        contentType: 'MessageMedia',
        content: { mimetype: 'audio/ogg', data: Buffer.from('voice').toString('base64'), filename: 'v.ogg' },
        options: { sendAudioAsVoice: true },
      },
      { options: { caption: 'Boleto', sendMediaAsDocument: true } },
      { contentType: 'string', content: 'Sua fatura venceu.' },
    ])
  })

  it.each([131026, 131031, 368, 131042, 131048, 132015, 133010, 130497])('%i can be healed', async (code) => {
    const { say, cloud, rita } = await open()
    cloud.userSays(rita, 'Oi')
    cloud.refuse(code)
    expect(await say()).toEqual({ externalId: SERIALIZED })
  })

  it.each([131050, 131049, 130472, 131056, 130429, 190, 131000, 131051])('%i cannot', async (code) => {
    const { say, cloud, gateway } = await open()
    cloud.refuse(code)
    await expect(say()).rejects.toMatchObject({ detail: expect.stringContaining(String(code)) })
    expect(gateway.requests.items).toEqual([])
  })

  it('never when nobody knows whether Meta took it', async () => {
    const { say, cloud, gateway, rita } = await open()
    cloud.userSays(rita, 'Oi')
    for (const failure of ['lose', 'drop', { status: 502, body: '' }] as const) {
      cloud.fail(/\/messages$/, failure)
      await expect(say()).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    }
    expect(gateway.requests.items).toEqual([])
  })

  it('nor what the gateway has nothing for, nor to people without a phone', async () => {
    const { say, cloud, gateway, send } = await open()
    await expect(say({ type: 'location', latitude: 0, longitude: 0 })).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    const rui = cloud.addPerson({ userId: 'BR.1' })
    await expect(send(rui, { type: 'text', text: 'Oi' })).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    expect(gateway.requests.items).toEqual([])
  })

  it.each([
    ['no session', { status: 404, json: { success: false } }, 'WINDOW_CLOSED'],
    ['a wrong key', { status: 403, json: {} }, 'WINDOW_CLOSED'],
    ['a page that crashed', { status: 500, json: { success: false, error: 'detached frame' } }, 'AMBIGUOUS'],
    ['an answer without an id', { json: { success: true } }, 'AMBIGUOUS'],
  ] as const)('%s', async (_, reply, code) => {
    const { say } = await open(reply)
    await expect(say()).rejects.toMatchObject({ code })
  })

  it('pauses campaigns all the same when a template is paused', async () => {
    const { say, cloud, inbound } = await open()
    cloud.refuse(132015)
    await say({ type: 'template', name: 'aviso', language: 'pt_BR', variables: {}, text: 'Olá' })
    expect(inbound.items).toMatchObject([{ kind: 'template', name: 'aviso', status: 'PAUSED' }])
  })

  it('at most twenty a minute', async () => {
    const { say, gateway, clock } = await open()
    for (let count = 0; count < 20; count += 1) await say()
    await expect(say()).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    clock.advance(60_000)
    await say()
    expect(gateway.requests.items).toHaveLength(21)
  })

  it('the key stands in no log', async () => {
    const { say, logs } = await open({ status: 403, json: {} })
    await say().catch(() => undefined)
    expect(JSON.stringify(logs.items)).not.toContain('the-key')
  })
})

describe('what Meta refuses later', () => {
  const written = { id: OWN, fromMe: true, removed: false, content: { type: 'text' as const, text: 'Olá' } }
  const failed = { recipient_id: '5511911112222', biz_opaque_callback_data: OWN, errors: [{ code: 131047 }] }

  const due = async ({ schedule, ctx }: Awaited<ReturnType<typeof open>>) => {
    for (const { name, payload } of schedule.takeDue()) await whatsappCloud.onSchedule?.(ctx, name, payload, ctx.signal)
  }

  it('goes the other way once, and counts as sent', async () => {
    const test = await open(undefined, [{ ...written, id: 'another' }, written])
    const delivery = test.cloud.status('wamid.OUT1', 'failed', failed)
    await test.receive(delivery, delivery)
    await due(test)
    await test.receive(delivery)
    await due(test)
    expect(test.gateway.requests.items).toHaveLength(1)
    expect(test.inbound.items.at(2)).toMatchObject({ kind: 'receipt', status: 'sent', externalIds: [OWN] })
  })

  it('stays failed when the gateway refuses, the message is gone or the reason is final', async () => {
    const refusing = await open({ status: 404, json: {} }, [written])
    await refusing.receive(refusing.cloud.status('wamid.OUT1', 'failed', failed))
    await due(refusing)
    expect(refusing.inbound.items).toHaveLength(1)
    const empty = await open(undefined, [])
    await empty.receive(empty.cloud.status('wamid.OUT1', 'failed', failed))
    await due(empty)
    expect(empty.gateway.requests.items).toEqual([])
    await empty.receive(empty.cloud.status('wamid.OUT2', 'failed', { ...failed, errors: [{ code: 131050 }] }))
    expect(empty.schedule.pending()).toEqual([])
  })
})

describe('the echo of the gateway’s send', () => {
  it('is not a second message; what somebody wrote on the phone is', async () => {
    const { say, cloud, receive, rita, messages, clock } = await open()
    await say()
    const echo = cloud.phoneSends(rita, { type: 'text', text: { body: 'Olá' } })
    await receive(echo, echo)
    expect(messages()).toEqual([])
    await receive(cloud.phoneSends(rita, { type: 'text', text: { body: 'Outra coisa' } }))
    clock.advance(3600_000)
    await receive(cloud.phoneSends(rita, { type: 'text', text: { body: 'Olá' } }))
    expect(messages()).toHaveLength(2)
  })
})
