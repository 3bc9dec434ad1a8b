import { record, records } from '@recado/loose-json'
import { isPluginError, type Party } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { GatewayError } from '../../gateway/errors.ts'
import { partyOf } from '../../receive/envelope.ts'
import { field, flagOf, inner, nameText, textOf } from '../../receive/fields.ts'
import type { Driver, DriverSetup, Status } from '../driver.ts'
import { chatIdOf, isGroup, recipientOf } from '../recipient.ts'
import { unsupported } from '../unsupported.ts'
import { download } from './files.ts'
import { createKept } from './kept.ts'
import { parseHook } from './receive.ts'
import { send } from './send.ts'

/** Names that a version does not know are passed over. */
const EVENTS = [
  ...['Message', 'ReadReceipt', 'ChatPresence', 'HistorySync', 'CallOffer', 'CallTerminate', 'GroupInfo', 'PushName'],
  ...['Connected', 'Disconnected', 'LoggedOut', 'PairSuccess', 'QR', 'QRTimeout'],
]

export function createWuzapi(setup: DriverSetup): Driver {
  const { gateway, timing } = setup
  /** Who we are, once a status told it. */
  let ownId: string | null = null
  const ask = async (path: string, signal: AbortSignal, json?: unknown) => {
    const answer = await gateway.call(path, {
      signal,
      timeoutMs: timing.callMs,
      ...(json === undefined ? {} : { json }),
    })
    return inner(record(answer), 'data')
  }
  /** A call that older versions do not have. */
  const newer = async (path: string, signal: AbortSignal, json: unknown, key: string) => {
    try {
      await ask(path, signal, json)
    } catch (error) {
      if (error instanceof GatewayError && (error.status === 404 || error.status === 405)) throw unsupported(setup, key)
      throw error
    }
  }

  const kept = createKept(setup)

  const status = async (signal: AbortSignal): Promise<Status> => {
    try {
      const told = await ask('/session/status', signal)
      const isConnected = flagOf(told, 'Connected')
      const isLoggedIn = flagOf(told, 'LoggedIn')
      const number = textOf(told, 'jid')?.split(/[:@]/, 1)[0]
      ownId = number ? `${number}@s.whatsapp.net` : ownId
      if (isConnected && isLoggedIn) return { state: 'connected', ...accountOf(number, textOf(told, 'name')) }
      if (!isConnected) return { state: 'disconnected' }
      const qr = textOf(await ask('/session/qr', signal).catch(quiet), 'QRCode')
      return { state: 'connecting', ...(qr ? { qr } : {}) }
    } catch (error) {
      if (isPluginError(error) && error.code === 'NOT_CONNECTED') return { state: 'disconnected' }
      throw error
    }
  }

  return {
    absorbsRepeats: true,
    tellsOurIds: true,
    status,
    async connect(phone, signal) {
      await ask('/session/connect', signal, { Subscribe: EVENTS, Immediate: true }).catch((error: unknown) => {
        if (!(error instanceof GatewayError) || !/already connected/i.test(error.detail ?? '')) throw error
      })
      const found = await status(signal)
      if (!phone || found.state === 'connected') return found
      const code = textOf(await ask('/session/pairphone', signal, { Phone: phone }), 'LinkingCode')
      return { state: 'connecting', ...(code ? { code } : {}) }
    },
    logout: async (signal) => void (await ask('/session/logout', signal, {})),
    setWebhook: async (url, signal) => void (await ask('/webhook', signal, { webhookURL: url, events: EVENTS })),
    clearWebhook: async (_, signal) => void (await ask('/webhook', signal, { webhookURL: '', events: [] })),
    webhooks: async (signal) => [textOf(await ask('/webhook', signal), 'webhook') ?? []].flat(),
    send: (message, signal) => send(setup, message, ownId, signal),
    edit: ({ chat, externalId: Id }, Body, signal) =>
      newer('/chat/send/edit', signal, { Phone: recipientOf(chat), Id, Body }, 'error.noEdit'),
    remove: async ({ chat, externalId: Id }, signal) =>
      void (await ask('/chat/delete', signal, { Phone: recipientOf(chat), Id })),
    async react({ chat, externalId, fromMe }, emoji, signal) {
      const Id = fromMe ? `me:${externalId}` : externalId
      await ask('/chat/react', signal, { Phone: recipientOf(chat), Body: emoji ?? 'remove', Id })
    },
    async markRead(chat, Id, signal) {
      const Chat = chatIdOf(chat)
      await ask('/chat/markread', signal, { Id, Chat, ...(isGroup(chat) ? {} : { Sender: Chat }) })
    },
    async typing(chat, on, signal) {
      await ask('/chat/presence', signal, { Phone: recipientOf(chat), State: on ? 'composing' : 'paused', Media: '' })
    },
    download: (ref, signal) => download(setup, ref, signal),
    async pictureUrl(id, signal) {
      try {
        return textOf(await ask('/user/avatar', signal, { Phone: id, Preview: false }), 'url') ?? null
      } catch (error) {
        if (error instanceof GatewayError && /avatar|item-not-found|not-authorized/i.test(error.detail ?? ''))
          return null
        throw error
      }
    },
    async checkNumber(digits, signal) {
      const [found] = records(field(await ask('/user/check', signal, { Phone: [digits] }), 'Users'))
      return found && flagOf(found, 'IsInWhatsapp') ? addressOf(textOf(found, 'JID') ?? digits) : null
    },
    async *contacts(signal): AsyncGenerator<Party> {
      for (const [id, contact] of Object.entries(await ask('/user/contacts', signal))) {
        const party = partyOf([id], textOf(record(contact), 'FullName', 'BusinessName', 'PushName', 'FirstName'))
        if (party) yield party
      }
    },
    async members(groupId, signal) {
      const group = await ask(`/group/info?groupJID=${encodeURIComponent(groupId)}`, signal)
      return records(field(group, 'Participants')).flatMap((member) => {
        const ids = [textOf(member, 'PhoneNumber'), textOf(member, 'LID'), textOf(member, 'JID')]
        const party = partyOf(ids, textOf(member, 'DisplayName'))
        return party ? [{ party, isAdmin: flagOf(member, 'IsAdmin', 'IsSuperAdmin') }] : []
      })
    },
    chatsSince: (since, signal) => kept.chatsSince(since, signal),
    history: (chat, page, signal) => kept.history(chatIdOf(chat), page, signal),
    rejectCall: ({ id, from }, signal) =>
      newer('/call/reject', signal, { call_from: from, call_id: id }, 'error.noRejectCall'),
    parse: (request) => parseHook(setup, request),
  }
}

/** The QR code is a while in coming. */
const quiet = (error: unknown) => {
  if (isPluginError(error) && error.code !== 'AUTH_EXPIRED') return {}
  throw error
}

function accountOf(number: string | undefined, name: string | undefined): Pick<Status, 'account'> {
  if (!number) return {}
  const known = nameText(name)
  return { account: { id: number, number: `+${number}`, ...(known ? { name: known } : {}) } }
}
