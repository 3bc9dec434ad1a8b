import { millis, record, records } from '@recado/loose-json'
import { isPluginError, type MessageTarget, type Party, PluginError } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import { GatewayError } from '../../gateway/errors.ts'
import { HISTORY_PAGE, MOST_HISTORY } from '../../limits.ts'
import { partyOf } from '../../receive/envelope.ts'
import { field, flagOf, inner, nameText, textOf, wholeOf } from '../../receive/fields.ts'
import { newsIn } from '../chats.ts'
import type { Driver, DriverSetup, Page, Status } from '../driver.ts'
import { chatIdOf, isGroup, recipientOf } from '../recipient.ts'
import { applyCallSettings } from './call-settings.ts'
import { download } from './files.ts'
import { message, parseHook } from './receive.ts'
import { send } from './send.ts'

const EVENTS = [
  ...['QRCODE_UPDATED', 'CONNECTION_UPDATE', 'MESSAGES_UPSERT', 'MESSAGES_UPDATE', 'MESSAGES_DELETE', 'MESSAGES_SET'],
  ...['SEND_MESSAGE', 'CONTACTS_UPSERT', 'CONTACTS_UPDATE', 'PRESENCE_UPDATE', 'GROUPS_UPSERT', 'GROUP_UPDATE', 'CALL'],
]
/** Older versions refuse a list with a name that they do not know. */
const NEWER_EVENTS = ['MESSAGES_EDITED', 'SEND_MESSAGE_UPDATE']

export function createEvolution(setup: DriverSetup): Driver {
  const { gateway, timing, instanceName, t } = setup
  const at = (path: string) => `${path}/${encodeURIComponent(instanceName)}`
  const ask = async (path: string, signal: AbortSignal, more: object = {}) =>
    gateway.call(path, { signal, timeoutMs: timing.callMs, ...more })
  const post = (path: string, signal: AbortSignal, json: unknown) => ask(at(path), signal, { json })

  const account = async (signal: AbortSignal): Promise<Pick<Status, 'account'>> => {
    const found = await ask('/instance/fetchInstances', signal, { query: { instanceName } }).catch((error: unknown) => {
      // The key of an instance may not be allowed to list them; the channel works without a number to show.
      if (isPluginError(error)) return []
      throw error
    })
    const [first] = records(found).map((one) => ({ ...one, ...inner(one, 'instance') }))
    const number = textOf(first ?? {}, 'ownerJid', 'owner')?.split(/[:@]/, 1)[0]
    const name = nameText(textOf(first ?? {}, 'profileName'))
    return {
      account: { id: number ?? instanceName, ...(name ? { name } : {}), ...(number ? { number: `+${number}` } : {}) },
    }
  }

  const codes = async (phone: string | null, signal: AbortSignal): Promise<Status> => {
    const told = record(await ask(at('/instance/connect'), signal, phone ? { query: { number: phone } } : {}))
    const state = textOf(inner(told, 'instance'), 'state')
    if (state === 'open') return { state: 'connected', ...(await account(signal)) }
    if (flagOf(told, 'error'))
      throw new PluginError('TEMPORARY', { detail: gateway.redacted(textOf(told, 'message') ?? '') })
    const found = { ...told, ...inner(told, 'qrcode') }
    const qr = textOf(found, 'code', 'base64')
    const code = textOf(found, 'pairingCode')
    return { state: 'connecting', ...(qr ? { qr } : {}), ...(code ? { code } : {}) }
  }

  /** The key of a message that somebody else wrote in a group names them too. */
  const keyOf = async ({ chat, externalId: id, fromMe }: MessageTarget, signal: AbortSignal) => {
    const key = { id, remoteJid: chatIdOf(chat), fromMe }
    if (fromMe || !isGroup(chat)) return key
    const [found] = messagesIn(await post('/chat/findMessages', signal, { where: { key: { id } } }))
    const participant = textOf(inner(found ?? {}, 'key'), 'participant')
    return { ...key, ...(participant ? { participant } : {}) }
  }

  return {
    absorbsRepeats: false,
    tellsOurIds: false,
    async status(signal) {
      try {
        const told = record(await ask(at('/instance/connectionState'), signal))
        const state = textOf(inner(told, 'instance'), 'state') ?? textOf(told, 'state')
        if (state === 'open') return { state: 'connected', ...(await account(signal)) }
        return state === 'connecting' ? codes(null, signal) : { state: 'disconnected' }
      } catch (error) {
        if (!(error instanceof GatewayError) || error.status !== 404) throw error
        throw new PluginError('MISCONFIGURED', {
          field: 'instanceName',
          detail: t('error.noInstance', { name: instanceName }),
        })
      }
    },
    connect: codes,
    logout: async (signal) => void (await ask(at('/instance/logout'), signal, { method: 'DELETE' })),
    async setWebhook(url, signal) {
      const set = (events: string[]) =>
        post('/webhook/set', signal, { webhook: { enabled: true, url, byEvents: false, base64: false, events } })
      await set([...EVENTS, ...NEWER_EVENTS]).catch((error: unknown) => {
        if (error instanceof GatewayError && error.status === 400) return set(EVENTS)
        throw error
      })
      await applyCallSettings(setup, signal)
    },
    async clearWebhook(url, signal) {
      await post('/webhook/set', signal, {
        webhook: { enabled: false, url, byEvents: false, base64: false, events: [] },
      })
    },
    async webhooks(signal) {
      const found = record(await ask(at('/webhook/find'), signal))
      return field(found, 'enabled') === false ? [] : [textOf(found, 'url') ?? []].flat()
    },
    send: (outgoing, signal) => send(setup, outgoing, signal),
    async edit(target, text, signal) {
      await post('/chat/updateMessage', signal, {
        number: recipientOf(target.chat),
        key: await keyOf(target, signal),
        text,
      })
    },
    async remove(target, signal) {
      const json = await keyOf(target, signal)
      await ask(at('/chat/deleteMessageForEveryone'), signal, { method: 'DELETE', json })
    },
    async react(target, emoji, signal) {
      await post('/message/sendReaction', signal, { key: await keyOf(target, signal), reaction: emoji ?? '' })
    },
    async markRead(chat, ids, signal) {
      const readMessages = ids.map((id) => ({ id, fromMe: false, remoteJid: chatIdOf(chat) }))
      await post('/chat/markMessageAsRead', signal, { readMessages })
    },
    async typing(chat, on, signal) {
      // It answers only when the time is over.
      const delay = on ? 3000 : 0
      await post('/chat/sendPresence', signal, {
        number: recipientOf(chat),
        presence: on ? 'composing' : 'paused',
        delay,
      })
    },
    download: (ref, signal) => download(setup, ref, signal),
    async pictureUrl(id, signal) {
      const found = record(await post('/chat/fetchProfilePictureUrl', signal, { number: id }))
      return textOf(found, 'profilePictureUrl') ?? null
    },
    async checkNumber(digits, signal) {
      const [found] = records(await post('/chat/whatsappNumbers', signal, { numbers: [digits] }))
      if (!found || !flagOf(found, 'exists')) return null
      return addressesOf(textOf(found, 'jid'), textOf(found, 'lid'))[0] ?? null
    },
    async *contacts(signal): AsyncGenerator<Party> {
      const found = await ask(at('/chat/findContacts'), signal, { json: { where: {} }, maxBytes: 50 * 1024 * 1024 })
      for (const contact of records(found)) {
        const party = partyOf([textOf(contact, 'remoteJid', 'id'), textOf(contact, 'lid')], textOf(contact, 'pushName'))
        if (party && party.addresses[0]?.kind !== 'wa-group') yield party
      }
    },
    async members(groupJid, signal) {
      const found = record(await ask(at('/group/participants'), signal, { query: { groupJid } }))
      return records(found.participants).flatMap((member) => {
        const ids = ['phoneNumber', 'jid', 'id', 'lid'].map((name) => textOf(member, name))
        const party = partyOf(ids, textOf(member, 'name'))
        return party ? [{ party, isAdmin: /admin/.test(textOf(member, 'admin') ?? '') }] : []
      })
    },
    async chatsSince(since, signal) {
      const found = await ask(at('/chat/findChats'), signal, { json: {}, maxBytes: 50 * 1024 * 1024 })
      const known = records(found).map((chat) => ({
        id: textOf(chat, 'remoteJid', 'id'),
        at: millis(field(inner(chat, 'lastMessage'), 'messageTimestamp') ?? chat.updatedAt, 0) || undefined,
      }))
      return newsIn(setup, known, since)
    },
    history: (chat, page, signal) =>
      history(setup, chatIdOf(chat), page, (json) => post('/chat/findMessages', signal, json)),
    rejectCall: null,
    parse: (request) => parseHook(setup, request),
  }
}

/** `{messages: {records, pages, currentPage}}`, or just a list in older versions; the newest first. */
const messagesIn = (answer: unknown) =>
  Array.isArray(answer) ? records(answer) : records(field(inner(record(answer), 'messages'), 'records'))

async function history(setup: DriverSetup, remoteJid: string, wanted: Page, find: (json: object) => Promise<unknown>) {
  const kept: ReturnType<typeof message>[] = []
  let isPast = wanted.before === undefined
  for (let page = 1; page <= MOST_HISTORY / HISTORY_PAGE && kept.length < wanted.count; page += 1) {
    const answer = await find({ where: { key: { remoteJid } }, page, offset: HISTORY_PAGE })
    const found = messagesIn(answer)
    for (const one of found) {
      if (isPast && kept.length < wanted.count) kept.push(message(setup, one, undefined, true))
      if (textOf(inner(one, 'key'), 'id') === wanted.before) isPast = true
    }
    const pages = wholeOf(inner(record(answer), 'messages'), 'pages')
    if (found.length < HISTORY_PAGE || pages === page) break
  }
  return kept.reverse().flat()
}
