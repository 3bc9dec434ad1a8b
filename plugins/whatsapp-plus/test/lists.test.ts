import { describe, expect, it } from 'vitest'
import { ALL, connected, RITA, TEAM, TO_RITA, TO_TEAM } from './channel.ts'

const LID = { kind: 'lid', value: RITA.lid }

describe.each(ALL)('what %s knows of people', (vendor) => {
  it('is whether a number is on WhatsApp, however it is typed', async () => {
    const { channel, ctx } = await connected(vendor)
    expect(await channel.checkAddress?.('(11) 91111-2222', ctx.signal)).toEqual(TO_RITA)
    expect(await channel.checkAddress?.('+55 11 90000-0000', ctx.signal)).toBeNull()
    await expect(channel.checkAddress?.('Rita', ctx.signal)).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
  })

  it('is the list of contacts', async () => {
    const { channel, ctx, gateway } = await connected(vendor)
    gateway.addPerson({ lid: '888111222333444', name: 'Sem número' })
    const found: unknown[] = []
    for await (const { addresses, name } of channel.listContacts?.(ctx.signal) ?? []) found.push([addresses[0], name])
    expect(found).toContainEqual([TO_RITA, 'Rita'])
    expect(found).toContainEqual([{ kind: 'lid', value: '888111222333444' }, 'Sem número'])
  })

  it('is who is in a group, and who leads it', async () => {
    const { channel, ctx } = await connected(vendor)
    const members = await channel.groupMembers?.(TO_TEAM, ctx.signal)
    expect(members).toMatchObject([{ party: { addresses: [TO_RITA, LID] }, isAdmin: true }])
  })
})

describe.each(['uazapi', 'evolution'] as const)('the past as %s has it', (vendor) => {
  it('comes oldest first, before what is known, and as history', async () => {
    const { channel, ctx, gateway, messages, inbound } = await connected(vendor)
    const chat = vendor === 'uazapi' ? RITA : { phone: RITA.phone, name: RITA.name }
    for (let n = 1; n <= 130; n += 1) await gateway.happens(chat, { what: 'text', text: `${n}` }, { id: `H${n}` })
    inbound.clear()
    await channel.fetchHistory?.(TO_RITA, { count: 3, before: 'H10' }, ctx.signal)
    expect(messages().map(({ externalId, history }) => [externalId, history])).toEqual([
      ['H7', true],
      ['H8', true],
      ['H9', true],
    ])
    inbound.clear()
    await channel.fetchHistory?.(TO_RITA, { count: 120 }, ctx.signal)
    expect(messages().map(({ externalId }) => externalId)).toEqual(Array.from({ length: 120 }, (_, n) => `H${n + 11}`))
  })
})

describe('what has no past', () => {
  it('is WuzAPI, and it says so', async () => {
    const { channel, ctx } = await connected('wuzapi')
    await expect(channel.fetchHistory?.(TO_RITA, { count: 1 }, ctx.signal)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  })

  it('is told by what its phone hands over when it is linked', async () => {
    const { gateway, messages } = await connected('wuzapi')
    const message = (ID: string, conversation: string) => ({
      message: {
        key: { remoteJID: `${RITA.phone}@s.whatsapp.net`, fromMe: false, ID },
        message: { conversation },
        messageTimestamp: 1_760_000_000,
        pushName: 'Rita',
      },
    })
    const messagesOfRita = [message('H2', 'dois'), null, message('H1', 'um')]
    await gateway.tells({
      type: 'HistorySync',
      event: { Data: { syncType: 0, conversations: [{ ID: 'x', messages: messagesOfRita }, null, {}] } },
    })
    expect(messages()).toMatchObject([
      { externalId: 'H1', history: true, at: 1_760_000_000_000 },
      { externalId: 'H2', history: true },
    ])
  })

  it('is told by uazapi in deliveries of its own', async () => {
    const { gateway, messages } = await connected('uazapi')
    const one = { messageid: 'H1', chatid: `${RITA.phone}@s.whatsapp.net`, messageType: 'Conversation', text: 'um' }
    await gateway.tells({ EventType: 'history', token: gateway.token, messages: [one, null, 7] })
    expect(messages()).toMatchObject([{ externalId: 'H1', history: true }])
  })
})

describe('calls', () => {
  const settings = { rejectCalls: true, callMessage: 'Não atendemos ligações.' }

  it.each(['uazapi', 'wuzapi'] as const)('are rejected through %s, with a word, once', async (vendor) => {
    const { gateway, of } = await connected(vendor, { settings })
    gateway.repeat(2)
    await gateway.calls(RITA, 'CALL-1')
    expect(gateway.requests.items.filter(({ path }) => path === '/call/reject')).toHaveLength(1)
    expect(gateway.sent.items).toHaveLength(1)
    expect(JSON.stringify(gateway.sent.items[0]?.body)).toContain('Não atendemos ligações.')
    expect(of('call')).toHaveLength(2)
  })

  it('are reported all the same when the gateway cannot reject them', async () => {
    const { gateway, of, logs } = await connected('wuzapi', { settings })
    gateway.fail('/call/reject', { status: 404, body: '404 page not found' })
    await gateway.calls(RITA, 'CALL-1')
    expect(of('call')).toHaveLength(1)
    expect(gateway.made.items.at(-1)?.status).toBe(200)
    await logs.waitFor(({ message }) => message.includes('could not be rejected'))
  })

  it('ring on where nobody wants them rejected', async () => {
    const { gateway } = await connected('uazapi')
    await gateway.calls(RITA, 'CALL-1')
    expect(gateway.requests.items.some(({ path }) => path === '/call/reject')).toBe(false)
  })
})

describe('groups and people change their names', () => {
  it('through uazapi', async () => {
    const { gateway, inbound } = await connected('uazapi')
    const { token } = gateway
    await gateway.tells({ EventType: 'groups', token, event: { JID: TEAM.id, Name: { Name: 'Vendas' }, Join: null } })
    await gateway.tells({ EventType: 'groups', token, event: { JID: TEAM.id, Name: null, Join: ['x'], JoinLid: null } })
    await gateway.tells({
      EventType: 'contacts',
      token,
      event: { JID: `${RITA.phone}@s.whatsapp.net`, Action: { fullName: 'Rita Silva' } },
    })
    expect(inbound.items).toMatchObject([
      { kind: 'group', chat: { addresses: [TO_TEAM], name: 'Vendas' } },
      { kind: 'contact', party: { addresses: [TO_RITA], name: 'Rita Silva' } },
    ])
  })

  it('through Evolution, in a list or alone', async () => {
    const { gateway, inbound } = await connected('evolution')
    const tell = (event: string, data: unknown) => gateway.tells({ event, instance: 'loja', data })
    const rita = { remoteJid: `${RITA.phone}@s.whatsapp.net`, pushName: 'Rita Silva' }
    await tell('contacts.update', [rita, { remoteJid: TEAM.id, pushName: 'Equipe' }, null])
    await tell('contacts.upsert', rita)
    await tell('contacts.upsert', { ...rita, pushName: RITA.phone })
    await tell('groups.upsert', [{ id: TEAM.id, subject: 'Vendas' }])
    expect(inbound.items.map(({ kind }) => kind)).toEqual(['contact', 'contact', 'group'])
  })
})
