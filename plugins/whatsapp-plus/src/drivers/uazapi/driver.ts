import { millis, record, records } from '@recado/loose-json'
import { type InboundEvent, type Party, PluginError } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import { dataBytes } from '../../gateway/data-url.ts'
import { GatewayError } from '../../gateway/errors.ts'
import { CHATS, CONTACTS_PER_PAGE, HISTORY_PAGE, MOST_HISTORY, MOST_PAGES } from '../../limits.ts'
import { partyOf, toEvents } from '../../receive/envelope.ts'
import { field, flagOf, inner, textOf, wholeOf } from '../../receive/fields.ts'
import { newsIn } from '../chats.ts'
import type { Driver, DriverSetup, File, Page } from '../driver.ts'
import { chatIdOf, recipientOf } from '../recipient.ts'
import { restoreChoices } from './choice-ids.ts'
import { messageId, readMessage } from './read-message.ts'
import { parseHook } from './receive.ts'
import { send } from './send.ts'
import { statusOf } from './status.ts'

const EVENTS = ['connection', 'messages', 'messages_update', 'history', 'call', 'contacts', 'presence', 'groups']

export function createUazapi(setup: DriverSetup): Driver {
  const { gateway, timing, settings } = setup
  const post = async (path: string, json: unknown, signal: AbortSignal) =>
    gateway.call(path, { json, signal, timeoutMs: timing.callMs })

  return {
    absorbsRepeats: false,
    tellsOurIds: true,
    status: async (signal) => statusOf(await gateway.call('/instance/status', { signal, timeoutMs: timing.callMs })),
    connect: async (phone, signal) => statusOf(await post('/instance/connect', phone ? { phone } : {}, signal)),
    logout: async (signal) => void (await post('/instance/disconnect', {}, signal)),
    async setWebhook(url, signal) {
      // Without an id or an action it stands for the one hook there is.
      await post(
        '/webhook',
        {
          enabled: true,
          url,
          events: EVENTS,
          excludeMessages: settings.ignoreGroups ? ['isGroupYes'] : [],
          addUrlEvents: false,
          addUrlTypesMessages: false,
        },
        signal,
      )
    },
    clearWebhook: async (url, signal) => void (await post('/webhook', { enabled: false, url, events: [] }, signal)),
    async webhooks(signal) {
      const found = records(await gateway.call('/webhook', { signal, timeoutMs: timing.callMs }))
      return found.filter(({ enabled }) => enabled !== false).flatMap((hook) => textOf(hook, 'url') ?? [])
    },
    send: (message, signal) => send(setup, message, signal),
    edit: async ({ externalId: id }, text, signal) => void (await post('/message/edit', { id, text }, signal)),
    remove: async ({ externalId: id }, signal) => void (await post('/message/delete', { id }, signal)),
    async react({ chat, externalId: id }, emoji, signal) {
      await post('/message/react', { number: chatIdOf(chat), text: emoji ?? '', id }, signal)
    },
    markRead: async (_, id, signal) => void (await post('/message/markread', { id }, signal)),
    async typing(chat, on, signal) {
      const presence = on ? { presence: 'composing', delay: 10_000 } : { presence: 'paused' }
      await post('/message/presence', { number: recipientOf(chat), ...presence }, signal)
    },
    download: (ref, signal) => download(setup, ref, signal),
    async pictureUrl(id, signal) {
      const found = record(await post('/chat/details', { number: id, preview: false }, signal))
      return textOf(found, 'image', 'imagePreview') ?? null
    },
    async checkNumber(digits, signal) {
      const found = await post('/chat/check', { numbers: [digits] }, signal)
      const [first] = records(Array.isArray(found) ? found : record(found).numbers)
      if (!first || !flagOf(first, 'isInWhatsapp')) return null
      return addressesOf(textOf(first, 'jid'), textOf(first, 'lid'))[0] ?? null
    },
    contacts: (signal) => contacts(setup, signal),
    async members(groupjid, signal) {
      const group = record(await post('/group/info', { groupjid }, signal))
      return records(field(group, 'Participants')).flatMap((member) => {
        const ids = [textOf(member, 'PhoneNumber'), textOf(member, 'LID'), textOf(member, 'JID')]
        const party = partyOf(ids, textOf(member, 'DisplayName'))
        return party ? [{ party, isAdmin: flagOf(member, 'IsAdmin', 'IsSuperAdmin') }] : []
      })
    },
    async chatsSince(since, signal) {
      const json = { sort: '-wa_lastMsgTimestamp', limit: CHATS, offset: 0 }
      const { chats } = record(await gateway.call('/chat/find', { json, signal, timeoutMs: timing.callMs }))
      const known = records(chats).map((chat) => ({
        id: textOf(chat, 'wa_chatid'),
        at: millis(chat.wa_lastMsgTimestamp, 0) || undefined,
      }))
      return newsIn(setup, known, since)
    },
    history: async (chat, page, signal) =>
      restoreChoices(await history(setup, chatIdOf(chat), page, signal), setup.store),
    async rejectCall({ id, from }, signal) {
      await post('/call/reject', { number: from.replace(/@s\.whatsapp\.net$/, ''), id }, signal)
    },
    parse: (request) => parseHook(setup, request),
  }
}

/** The link is worth little time, and may lie on another server, which we may not call: then the bytes themselves. */
async function download({ gateway, timing, t }: DriverSetup, ref: string, signal: AbortSignal): Promise<File> {
  const id = ref.replace(/^message:/, '')
  const ask = async (how: Record<string, boolean>) => {
    const call = { json: { id, ...how }, signal, timeoutMs: timing.fileMs, maxBytes: MOST_BASE64 }
    try {
      return record(await gateway.call('/message/download', call))
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 404) throw error
      throw new PluginError('MEDIA_REJECTED', { detail: t('error.fileGone') })
    }
  }
  const found = await ask({ return_link: true, return_base64: false })
  const url = textOf(found, 'fileURL')
  const linked = url ? await gateway.file(url, signal, timing.fileMs) : null
  const mimeType = textOf(found, 'mimetype')
  if (linked) {
    const size = Number(linked.headers['content-length'])
    return {
      stream: linked.stream() as ReadableStream<Uint8Array>,
      ...(mimeType ? { mimeType } : {}),
      ...(size > 0 ? { size } : {}),
    }
  }
  const inline = textOf(found, 'base64Data') ? found : await ask({ return_link: false, return_base64: true })
  return dataBytes(textOf(inline, 'base64Data'), textOf(inline, 'mimetype') ?? mimeType, t('error.fileGone'))
}

const MOST_BASE64 = 140 * 1024 * 1024

async function* contacts({ gateway, timing }: DriverSetup, signal: AbortSignal): AsyncGenerator<Party> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const json = { page, pageSize: CONTACTS_PER_PAGE }
    const answer = record(await gateway.call('/contacts/list', { json, signal, timeoutMs: timing.callMs }))
    for (const contact of records(answer.contacts)) {
      const party = partyOf(
        [textOf(contact, 'jid'), textOf(contact, 'lid')],
        textOf(contact, 'contact_name', 'contactName'),
      )
      if (party) yield party
    }
    if (!flagOf(inner(answer, 'pagination'), 'hasNextPage')) return
  }
}

/** `/message/find` answers the newest first and knows no "before": pages are read until it is found. */
async function history(setup: DriverSetup, chatid: string, page: Page, signal: AbortSignal): Promise<InboundEvent[]> {
  const { gateway, timing, now, t } = setup
  const found: InboundEvent[][] = []
  let isPast = page.before === undefined
  for (let offset = 0; offset < MOST_HISTORY && found.length < page.count; ) {
    const json = { chatid, limit: Math.min(HISTORY_PAGE, isPast ? page.count - found.length : HISTORY_PAGE), offset }
    const answer = record(await gateway.call('/message/find', { json, signal, timeoutMs: timing.callMs }))
    const messages = records(answer.messages)
    for (const message of messages) {
      const around = { chat: {}, owner: textOf(message, 'owner'), reader: { ref: () => null, t }, now: now() }
      const envelope = isPast && found.length < page.count ? readMessage(message, { ...around, isHistory: true }) : null
      if (envelope) found.push(toEvents(envelope))
      if (messageId(message) === page.before) isPast = true
    }
    if (messages.length === 0 || field(answer, 'hasMore') === false) break
    offset = wholeOf(answer, 'nextOffset') || offset + messages.length
  }
  return found.reverse().flat()
}
