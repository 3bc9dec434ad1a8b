import { closedAddress } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { ALL, connected, openChannel, TO_RITA } from './channel.ts'

const TEXT = { type: 'text', text: 'Olá' } as const
const PATH = { uazapi: '/send/text', wuzapi: '/chat/send/text', evolution: '/message/sendText' }
const HTML = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Internal Server Error</body></html>',
}

describe('a send that fails', () => {
  it.each([
    ['uazapi', { status: 401, json: { error: 'Invalid token' } }, 'AUTH_EXPIRED'],
    ['uazapi', { status: 401, json: { error: 'No session' } }, 'NOT_CONNECTED'],
    ['uazapi', { status: 400, json: { error: 'the number is not on WhatsApp' } }, 'RECIPIENT_INVALID'],
    ['uazapi', { status: 400, json: { error: 'Invalid media type or file format' } }, 'MEDIA_REJECTED'],
    ['uazapi', { status: 413, json: { error: 'File size exceeds limit' } }, 'MEDIA_REJECTED'],
    ['uazapi', { status: 400, json: { error: 'Missing number or text' } }, 'REJECTED'],
    ['uazapi', { status: 404, json: { error: 'Message not found' } }, 'REJECTED'],
    ['uazapi', { status: 429, json: { error: 'Rate limit exceeded' } }, 'RATE_LIMITED'],
    ['uazapi', { status: 500, json: { error: 'WhatsApp client is not connected' } }, 'NOT_CONNECTED'],
    ['uazapi', { status: 500, json: { error: 'Failed to send message: server returned error 463' } }, 'REJECTED'],
    ['uazapi', { status: 500, json: { error: 'Failed to send message' } }, 'AMBIGUOUS'],
    ['uazapi', HTML, 'AMBIGUOUS'],
    ['uazapi', { status: 503, body: 'busy' }, 'AMBIGUOUS'],
    ['uazapi', { status: 200, body: '<html>a proxy</html>' }, 'AMBIGUOUS'],
    ['uazapi', { status: 200, json: { status: 'Pending' } }, 'AMBIGUOUS'],
    ['uazapi', 'lose', 'AMBIGUOUS'],
    ['wuzapi', { status: 401, json: { code: 401, error: 'Unauthorized', success: false } }, 'AUTH_EXPIRED'],
    ['wuzapi', { status: 500, json: { code: 500, error: 'No session', success: false } }, 'NOT_CONNECTED'],
    ['wuzapi', { status: 500, json: { code: 500, error: 'Error sending message: 463', success: false } }, 'REJECTED'],
    [
      'wuzapi',
      { status: 500, json: { code: 500, error: 'Error sending message: timeout', success: false } },
      'TEMPORARY',
    ],
    [
      'wuzapi',
      { status: 400, json: { code: 400, error: 'Could not parse Phone', success: false } },
      'RECIPIENT_INVALID',
    ],
    ['wuzapi', HTML, 'TEMPORARY'],
    ['wuzapi', 'lose', 'TEMPORARY'],
    [
      'evolution',
      { status: 401, json: { status: 401, error: 'Unauthorized', response: { message: 'Unauthorized' } } },
      'AUTH_EXPIRED',
    ],
    [
      'evolution',
      { status: 400, json: { error: 'Bad Request', response: { message: [{ exists: false }] } } },
      'RECIPIENT_INVALID',
    ],
    [
      'evolution',
      { status: 400, json: { error: 'Bad Request', response: { message: ['Error: Connection Closed'] } } },
      'NOT_CONNECTED',
    ],
    [
      'evolution',
      { status: 400, json: { response: { message: ['Owned media must be a url or base64'] } } },
      'MEDIA_REJECTED',
    ],
    ['evolution', HTML, 'AMBIGUOUS'],
    ['evolution', 'lose', 'AMBIGUOUS'],
  ] as const)('through %s by %j is %s', async (vendor, failure, code) => {
    const { send, gateway } = await connected(vendor, { timing: { healthMs: 60_000 } })
    gateway.fail(PATH[vendor], failure)
    await expect(send(TEXT)).rejects.toMatchObject({ code })
  })

  it.each(ALL)('through %s by its time is open, or safe to repeat', async (vendor) => {
    const { send, gateway } = await connected(vendor, { timing: { callMs: 80, healthMs: 60_000 } })
    gateway.fail(PATH[vendor], 'hang')
    await expect(send(TEXT)).rejects.toMatchObject({ code: vendor === 'wuzapi' ? 'TEMPORARY' : 'AMBIGUOUS' })
  })

  it('is told in the gateway’s words, and without its secrets', async () => {
    const { send, gateway, logs } = await connected('uazapi', { timing: { healthMs: 60_000 } })
    gateway.fail('/send/text', { status: 400, json: { error: `Invalid payload for token ${gateway.token}` } })
    const failure = await send(TEXT).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'REJECTED', detail: 'Invalid payload for token •••' })
    expect(JSON.stringify(logs.items)).not.toContain(gateway.token)
  })

  it('for want of a session makes the channel look at once', async () => {
    const { send, gateway, reports } = await connected('uazapi', { timing: { healthMs: 60_000 } })
    gateway.world.state = 'disconnected'
    await expect(send(TEXT)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await reports.waitFor(({ state }) => state === 'lost')
  })

  it('through WuzAPI makes no second message when it is repeated', async () => {
    const { send, gateway } = await connected('wuzapi', { timing: { healthMs: 60_000 } })
    const id = '0198c000-0000-7000-8000-00000000000b'
    gateway.fail('/chat/send/text', 'lose')
    await expect(send(TEXT, { id })).rejects.toMatchObject({ code: 'TEMPORARY' })
    const { externalId } = await send(TEXT, { id, attempt: 2 })
    expect(gateway.sent.items.map((sent) => sent.id)).toEqual([externalId])
    const other = await send(TEXT, { id: '0198c000-0000-7000-8000-00000000000c' })
    expect(other.externalId).not.toBe(externalId)
  })

  it('certainly was not taken when nobody is there', async () => {
    const serverUrl = await closedAddress()
    const { send } = await openChannel('uazapi', { settings: { serverUrl }, egress: [serverUrl] })
    await expect(send(TEXT)).rejects.toMatchObject({ code: 'TEMPORARY' })
  })
})

describe('a look that fails', () => {
  it.each(ALL)('through %s changes nothing', async (vendor) => {
    const { channel, ctx, gateway } = await connected(vendor, { timing: { healthMs: 60_000 } })
    gateway.fail('/', 'lose')
    await expect(channel.checkAddress?.('11 91111-2222', ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    gateway.fail('/', HTML)
    await expect(channel.checkAddress?.('11 91111-2222', ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('is what an older WuzAPI cannot do', async () => {
    const { channel, ctx, gateway } = await connected('wuzapi', { timing: { healthMs: 60_000 } })
    gateway.fail('/chat/send/edit', { status: 404, body: '404 page not found' })
    const target = { id: 'x', externalId: '3EB0', chat: TO_RITA, fromMe: true }
    await expect(channel.edit?.(target, TEXT, ctx.signal)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      detail: 'This version of WuzAPI cannot edit messages.',
    })
  })
})
