import type { StandInReply, StandInRequest } from '@recado/sdk/testing'
import { digitsOf, exists, json, PAIRING_CODE, type Person, take, type World } from './model.ts'
import { protoOf } from './proto.ts'
import { QR_PICTURE } from './qr.ts'
import { FACE, FACE_PATH, lidId, phoneId, type Tools, type Vendor } from './start.ts'

const error = (status: number, text: string): StandInReply => json({ error: text }, status)
const ADMIN = new Set(['/instance/init', '/instance/create', '/instance/all'])

/** uazapi's interface (docs, version 2.0): what the driver calls, with its checks and its words. */
export const uazapi: Vendor = {
  answer(request, world, tools) {
    const { path, headers } = request
    if (path === FACE_PATH) return { headers: { 'content-type': 'image/png' }, body: FACE }
    if (path.startsWith('/files/')) return file(world, path.slice('/files/'.length))
    if (ADMIN.has(path)) {
      if (headers.admintoken !== world.adminToken) return error(401, 'Invalid admin token')
      if (path === '/instance/all') return json(world.created ? [{ name: world.created, token: world.token }] : [])
      world.created = String(request.json.name)
      return json({ response: 'Instance created successfully', token: world.token, instance: instanceOf(world) })
    }
    if (world.isRevoked || headers.token !== world.token) return error(401, 'Invalid token')
    return route(request, world, tools)
  },

  message(world, by, happening, { id, group, isFromMe = false, sent, at }) {
    const fromMe = isFromMe || sent !== undefined
    const proto = protoOf(world, happening, id, 'go')
    const [type = 'conversation'] = Object.keys(proto).filter((name) => name !== 'messageContextInfo')
    // Captured deliveries hand polls over whole, and everything else without its type.
    const content = 'messageContextInfo' in proto ? proto : proto[type]
    const text = typeof content === 'string' ? content : textOf(content)
    const author: Person = fromMe ? world.account : by
    const message: Record<string, unknown> = {
      id: `${world.account.phone}:${id}`,
      messageid: id,
      chatid: group?.id ?? (phoneId(by) || lidId(by)),
      chatlid: group ? '' : lidId(by),
      fromMe,
      isGroup: group !== undefined,
      groupName: group?.name ?? 'Unknown',
      sender: author.lid ? `${author.lid}:4@lid` : phoneId(author),
      sender_pn: phoneId(author),
      sender_lid: lidId(author),
      senderName: author.name ?? '',
      messageTimestamp: at ?? world.now(),
      messageType: type[0]?.toUpperCase() + type.slice(1),
      type: typeof content === 'string' ? 'text' : 'media',
      text,
      content,
      edited: '',
      reaction: '',
      vote: '',
      quoted: '',
      buttonOrListid: '',
      track_id: sent ? String(sent.body.track_id ?? '') : '',
      track_source: sent ? String(sent.body.track_source ?? '') : '',
      wasSentByApi: sent !== undefined,
      status: '',
      owner: world.account.phone,
    }
    if (happening.what === 'edit') {
      Object.assign(message, { messageType: 'ExtendedTextMessage', edited: happening.to, text: happening.text })
      message.content = { text: happening.text }
    }
    if (happening.what === 'reaction') Object.assign(message, { reaction: happening.to, text: happening.emoji ?? '' })
    if (happening.what === 'tap') {
      Object.assign(message, { buttonOrListid: happening.id, vote: happening.title, quoted: happening.to, text: '' })
    }
    if (happening.what === 'vote') Object.assign(message, { vote: happening.options.join(', '), quoted: happening.to })
    if (happening.what === 'text' && happening.replyTo) message.quoted = happening.replyTo
    world.past.unshift({ chat: String(message.chatid), message })
    if (happening.what === 'removal') {
      const event = { MessageIDs: [happening.to], Chat: message.chatid, IsFromMe: 'False', Timestamp: '1760000500' }
      return [{ ...around(world), EventType: 'messages_update', type: 'DeletedMessage', state: 'Deleted', event }]
    }
    const chat = {
      wa_chatid: message.chatid,
      wa_name: by.name ?? '',
      wa_isGroup: message.isGroup,
      name: group?.name ?? by.name,
    }
    return [{ ...around(world), EventType: 'messages', chat, message }]
  },

  receipt: (world, ids, state, chat) => ({
    ...around(world),
    EventType: 'messages_update',
    type: 'ReadReceipt',
    state: state[0]?.toUpperCase() + state.slice(1),
    event: {
      MessageIDs: ids,
      Chat: chat,
      IsFromMe: 'False',
      IsGroup: chat.endsWith('@g.us') ? 'True' : 'False',
      Timestamp: '1760000500',
      Type: state,
    },
  }),
  typing: (world, by, on) => ({
    ...around(world),
    EventType: 'presence',
    event: { Chat: phoneId(by) || lidId(by), sender_pn: phoneId(by), State: on ? 'composing' : 'paused', Media: '' },
  }),
  call: (world, by, id) => ({
    ...around(world),
    EventType: 'call',
    type: 'CallOffer',
    event: {
      CallID: id,
      CallCreator: lidId(by) || phoneId(by),
      CallCreatorAlt: phoneId(by),
      Timestamp: '2026-01-15T12:00:00Z',
    },
  }),
  connection: (world) => ({
    ...around(world),
    EventType: 'connection',
    ...(world.isLoggedOut ? { type: 'LoggedOut' } : {}),
    instance: instanceOf(world),
  }),
  payload: (_, body) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
}

const around = (world: World) => ({
  BaseUrl: 'https://stand-in.uazapi.com',
  instanceName: 'stand-in',
  owner: world.account.phone,
  token: world.token,
})

const textOf = (content: unknown): string => {
  const { text, caption } = (content ?? {}) as { text?: unknown; caption?: unknown }
  return typeof text === 'string' ? text : typeof caption === 'string' ? caption : ''
}

function instanceOf(world: World) {
  const waits = world.state === 'connecting'
  return {
    id: 'r183e2ef9597845',
    name: 'stand-in',
    status: world.state,
    profileName: world.state === 'connected' ? world.account.name : '',
    qrcode: waits && world.pairing === 'qr' ? QR_PICTURE : '',
    paircode: waits && world.pairing === 'code' ? PAIRING_CODE : '',
    ...(world.isLoggedOut ? { lastDisconnectReason: '401: logged out from another device' } : {}),
  }
}

function statusOf(world: World) {
  const isUp = world.state === 'connected'
  const jid = isUp ? { user: world.account.phone, agent: 0, device: 4, server: 's.whatsapp.net' } : null
  return { instance: instanceOf(world), status: { connected: isUp, loggedIn: isUp, jid } }
}

function route({ method, path, json: body }: StandInRequest, world: World, tools: Tools): StandInReply | null {
  const { number } = body
  switch (`${method} ${path}`) {
    case 'GET /instance/status':
      return json(statusOf(world))
    case 'POST /instance/connect':
      if (world.state === 'connected') return json({ ...statusOf(world), connected: true })
      world.state = 'connecting'
      world.pairing = body.phone ? 'code' : 'qr'
      return json({ connected: false, loggedIn: false, jid: null, instance: instanceOf(world) })
    case 'POST /instance/disconnect':
      world.state = 'disconnected'
      return json({ response: 'Disconnected', instance: instanceOf(world) })
    case 'GET /webhook':
      return json(world.webhook ? [{ id: 'w1', ...world.webhook.raw, url: world.webhook.url }] : [])
    case 'POST /webhook':
      world.webhook =
        body.enabled === false ? null : { url: String(body.url), events: (body.events ?? []) as string[], raw: body }
      return json([{ id: 'w1', ...body }])
  }
  if (world.state !== 'connected') return error(500, 'WhatsApp client is not connected')
  if (path.startsWith('/send/')) {
    const wrong = checkSend(path, body)
    if (wrong) return error(400, wrong)
    if (!exists(world, String(number))) return error(400, 'the number is not on WhatsApp')
    const { id } = take(world, { to: String(number), path, body })
    return json({ id: `${world.account.phone}:${id}`, messageid: id, status: 'Pending', messageTimestamp: world.now() })
  }
  return others(method, path, body, world, tools)
}

const NEEDS: Record<string, string[]> = {
  '/send/text': ['text'],
  '/send/media': ['type', 'file'],
  '/send/location': ['latitude', 'longitude'],
  '/send/contact': ['fullName', 'phoneNumber'],
  '/send/menu': ['type', 'text', 'choices'],
  '/send/carousel': ['text', 'carousel'],
  '/send/location-button': ['text'],
}

function checkSend(path: string, body: Record<string, unknown>): string | null {
  const missing = ['number', ...(NEEDS[path] ?? ['a call of this name'])].filter(
    (name) => body[name] === undefined || body[name] === '',
  )
  return missing.length > 0 ? `Missing ${missing.join(' or ')}` : null
}

function others(method: string, path: string, body: Record<string, unknown>, world: World, tools: Tools) {
  switch (`${method} ${path}`) {
    case 'POST /message/edit':
    case 'POST /message/react':
    case 'POST /message/delete': {
      const id = String(body.id ?? '')
      if (!id) return error(400, 'Missing Id in Payload')
      return json({ id: `${world.account.phone}:${id}`, messageid: id, status: 'Pending' })
    }
    case 'POST /message/markread':
      return json({ results: (body.id as string[]).map((id) => ({ message_id: id, status: 'success' })) })
    case 'POST /message/presence':
      return json({ response: 'Chat presence sent successfully' })
    case 'POST /message/download': {
      const found = world.files.get(String(body.id))
      if (!found) return error(404, 'message not found')
      if (!body.return_base64)
        return json({ fileURL: `${tools.url()}/files/${String(body.id)}`, mimetype: found.mimeType })
      return json({ base64Data: Buffer.from(found.bytes).toString('base64'), mimetype: found.mimeType })
    }
    case 'POST /message/find': {
      const offset = Number(body.offset ?? 0)
      const all = world.past.filter(({ chat }) => chat === body.chatid).map(({ message }) => message)
      const messages = all.slice(offset, offset + Number(body.limit ?? 20))
      const nextOffset = offset + messages.length
      return json({ messages, returnedMessages: messages.length, nextOffset, hasMore: nextOffset < all.length })
    }
    case 'POST /chat/find': {
      const chats = [...new Set(world.past.map(({ chat }) => chat))].map((wa_chatid) => {
        const newest = world.past.find(({ chat }) => chat === wa_chatid)?.message
        return { id: `r${wa_chatid}`, wa_chatid, wa_lastMsgTimestamp: newest?.messageTimestamp }
      })
      return json({ chats, totalChatsStats: {}, pagination: { totalRecords: chats.length } })
    }
    case 'POST /chat/details':
      return json({ wa_name: 'x', image: `https://pps.whatsapp.net${FACE_PATH}`, imagePreview: '' })
    case 'POST /chat/check':
      return json(
        (body.numbers as string[]).map((query) => {
          const found = world.people.find(({ phone }) => phone === digitsOf(query))
          return {
            query,
            jid: found ? phoneId(found) : '',
            lid: found ? lidId(found) : '',
            isInWhatsapp: found !== undefined,
          }
        }),
      )
    case 'POST /contacts/list': {
      const size = Number(body.pageSize)
      const at = (Number(body.page) - 1) * size
      const contacts = world.people
        .slice(at, at + size)
        .map((one) => ({ jid: phoneId(one) || lidId(one), contact_name: one.name }))
      return json({ contacts, pagination: { hasNextPage: at + size < world.people.length } })
    }
    case 'POST /group/info': {
      const group = world.groups.find(({ id }) => id === body.groupjid)
      if (!group) return error(500, 'Failed to retrieve group information')
      const Participants = group.members.map((member) => ({
        JID: lidId(member) || phoneId(member),
        LID: lidId(member),
        PhoneNumber: phoneId(member),
        IsAdmin: member.isAdmin ?? false,
        DisplayName: member.name ?? '',
      }))
      return json({ JID: group.id, Name: group.name, Participants })
    }
    case 'POST /call/reject':
      return json({ response: 'Call rejected' })
    default:
      return null
  }
}

function file(world: World, id: string): StandInReply | null {
  const found = world.files.get(id)
  return found ? { headers: { 'content-type': found.mimeType }, body: found.bytes } : null
}
