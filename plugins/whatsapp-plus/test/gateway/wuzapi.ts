import type { StandInReply, StandInRequest } from '@recado/sdk/testing'
import { digitsOf, json, PAIRING_CODE, take, type World } from './model.ts'
import { protoOf } from './proto.ts'
import { QR_PICTURE } from './qr.ts'
import { FACE, FACE_PATH, lidId, phoneId, type Vendor } from './start.ts'

const data = (value: unknown): StandInReply => json({ code: 200, data: value, success: true })
const error = (code: number, text: string): StandInReply => json({ code, error: text, success: false }, code)

/** WuzAPI's interface: nearly every refusal is a 500 with words, a webhook is a form, and an id of ours is kept. */
export const wuzapi: Vendor = {
  answer(request, world) {
    const { method, path, headers, json: body } = request
    if (path === FACE_PATH) return { headers: { 'content-type': 'image/png' }, body: FACE }
    if (path.startsWith('/admin/')) {
      if (headers.authorization !== world.adminToken) return error(401, 'Unauthorized')
      if (world.created === body.token) return error(409, 'User with this token already exists')
      world.created = world.token = String(body.token)
      world.state = 'disconnected'
      return json({ id: 7 })
    }
    if (world.isRevoked || headers.token !== world.token) return error(401, 'Unauthorized')
    return session(`${method} ${path}`, body, world) ?? chat(request, world)
  },

  message(world, by, happening, { id, group, isFromMe = false, at }) {
    const author = isFromMe ? world.account : by
    const chat = group?.id ?? (lidId(by) || phoneId(by))
    const Info = {
      Chat: chat,
      Sender: 'lid' in author && author.lid ? `${author.lid}:4@lid` : phoneId(author),
      SenderAlt: isFromMe ? '' : phoneId(by),
      RecipientAlt: isFromMe && !group ? phoneId(by) : '',
      IsFromMe: isFromMe,
      IsGroup: group !== undefined,
      ID: id,
      PushName: author.name ?? '',
      Timestamp: new Date(at ?? world.now()).toISOString(),
      Type: happening.what === 'file' ? 'media' : 'text',
    }
    const event = { Info, Message: protoOf(world, happening, id, 'go'), IsEphemeral: false }
    if (world.keepsHistory) {
      const row = { chat_jid: chat, message_id: id, timestamp: Info.Timestamp, data_json: JSON.stringify(event) }
      world.past.unshift({ chat, message: row })
    }
    return [{ type: 'Message', event }]
  },

  receipt: (_, MessageIDs, state, Chat) => ({
    type: 'ReadReceipt',
    state: state[0]?.toUpperCase() + state.slice(1),
    event: {
      MessageIDs,
      Chat,
      IsFromMe: false,
      IsGroup: Chat.endsWith('@g.us'),
      Timestamp: '2026-01-15T12:00:05Z',
      Type: '',
    },
  }),
  typing: (_, by, on) => ({
    type: 'ChatPresence',
    event: {
      Chat: phoneId(by) || lidId(by),
      Sender: lidId(by),
      SenderAlt: phoneId(by),
      State: on ? 'composing' : 'paused',
    },
  }),
  call: (_, by, id) => ({
    type: 'CallOffer',
    event: {
      From: lidId(by) || phoneId(by),
      CallCreator: lidId(by),
      CallCreatorAlt: phoneId(by),
      CallID: id,
      Timestamp: '2026-01-15T12:00:00Z',
    },
  }),
  connection: (world) => ({
    type: world.isLoggedOut ? 'LoggedOut' : world.state === 'connected' ? 'Connected' : 'Disconnected',
    event: {},
  }),
  payload: (world, body) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ jsonData: JSON.stringify(body), token: world.token }).toString(),
  }),
}

function session(call: string, body: Record<string, unknown>, world: World): StandInReply | null {
  const isUp = world.state === 'connected'
  switch (call) {
    case 'GET /session/status':
      if (world.state === 'disconnected') return error(500, 'No session')
      return data({
        Connected: true,
        LoggedIn: isUp,
        ...(isUp ? { jid: `${world.account.phone}:4@s.whatsapp.net`, name: world.account.name } : {}),
      })
    case 'POST /session/connect':
      if (world.state !== 'disconnected') return error(500, 'Already Connected')
      world.state = 'connecting'
      world.pairing = 'qr'
      return data({ webhook: world.webhook?.url ?? '', jid: '', events: body.Subscribe, details: 'Connected!' })
    case 'GET /session/qr':
      return isUp ? error(500, 'Already Loggedin') : data({ QRCode: QR_PICTURE })
    case 'POST /session/pairphone':
      world.pairing = 'code'
      return data({ LinkingCode: PAIRING_CODE })
    case 'POST /session/logout':
      world.state = 'disconnected'
      return data({ Details: 'Logged out' })
    case 'GET /webhook':
      return data({ webhook: world.webhook?.url ?? '', subscribe: world.webhook?.events ?? [] })
    case 'POST /webhook':
      world.webhook = body.webhookURL
        ? { url: String(body.webhookURL), events: (body.events ?? []) as string[], raw: body }
        : null
      return data({ webhook: body.webhookURL })
    default:
      return isUp ? null : error(500, 'No session')
  }
}

const FILES: Record<string, [field: string, head: string]> = {
  '/chat/send/image': ['Image', 'data:image/'],
  '/chat/send/video': ['Video', 'data:'],
  '/chat/send/audio': ['Audio', 'data:audio/ogg'],
  '/chat/send/document': ['Document', 'data:application/octet-stream'],
  '/chat/send/sticker': ['Sticker', 'data:'],
}
const OTHERS: Record<string, string> = {
  '/chat/send/text': 'Body',
  '/chat/send/location': 'Latitude',
  '/chat/send/contact': 'Vcard',
  '/chat/send/buttons': 'Title',
  '/chat/send/list': 'ButtonText',
}

function sends(path: string, body: Record<string, unknown>, world: World): StandInReply | null {
  const [field, head] = FILES[path] ?? [OTHERS[path] ?? '', '']
  if (!field) return null
  if (!body.Phone) return error(400, 'Missing Phone in Payload')
  if (!body[field]) return error(400, `Missing ${field} in Payload`)
  if (head && !String(body[field]).startsWith(head)) return error(400, `data should start with "${head}"`)
  const context = body.ContextInfo as { StanzaId?: string; Participant?: string } | undefined
  if (context?.StanzaId && context.Participant === undefined) return error(400, 'Missing Participant in ContextInfo')
  const id = body.Id ? String(body.Id) : world.nextId()
  const known = world.bySender.get(id)
  if (!known) world.bySender.set(id, take(world, { id, to: String(body.Phone), path, body }))
  return data({ Details: 'Sent', Timestamp: '2026-01-15T12:00:00Z', Id: id })
}

function history({ chat_jid, limit }: Record<string, string>, world: World): StandInReply {
  if (!world.keepsHistory) return error(501, 'message history is disabled for this user')
  if (!chat_jid) return error(400, 'chat_jid is required')
  if (chat_jid !== 'index') {
    const kept = world.past.filter(({ chat }) => chat === chat_jid).slice(0, Number(limit ?? 50))
    return data(kept.map(({ message }) => message))
  }
  const chats = [...new Set(world.past.map(({ chat }) => chat))].map((one) => {
    const newest = world.past.find(({ chat }) => chat === one)?.message
    return { chat_jid: one, last_updated: newest?.timestamp }
  })
  return data({ u1: chats })
}

function chat({ method, path, json: body, query }: StandInRequest, world: World): StandInReply | null {
  const sent = path.startsWith('/chat/send/') && path !== '/chat/send/edit' ? sends(path, body, world) : null
  if (sent) return sent
  switch (`${method} ${path}`) {
    case 'POST /chat/send/edit':
    case 'POST /chat/delete':
    case 'POST /chat/react':
      return body.Phone && body.Id ? data({ Details: 'Sent', Id: body.Id }) : error(400, 'Missing Phone in Payload')
    case 'POST /chat/markread':
      return body.Chat ? data({ Details: 'Message(s) marked as read' }) : error(400, 'Missing Chat in Payload')
    case 'POST /chat/presence':
      return data({ Details: 'Chat presence set successfuly' })
    case 'POST /chat/downloadimage':
    case 'POST /chat/downloadvideo':
    case 'POST /chat/downloadaudio':
    case 'POST /chat/downloaddocument': {
      const found = world.files.get(Buffer.from(String(body.MediaKey), 'base64').toString())
      if (!found) return error(500, 'Failed to download image: 404')
      const Data = `data:${found.mimeType};base64,${Buffer.from(found.bytes).toString('base64')}`
      return data({ Mimetype: found.mimeType, Data })
    }
    case 'POST /user/check': {
      const Users = (body.Phone as string[]).map((Query) => {
        const found = world.people.find(({ phone }) => phone === digitsOf(Query))
        return { Query, IsInWhatsapp: found !== undefined, JID: `${Query}@s.whatsapp.net`, VerifiedName: '' }
      })
      return data({ Users })
    }
    case 'POST /user/avatar':
      return data({ URL: `https://pps.whatsapp.net${FACE_PATH}`, ID: '1', Type: 'image' })
    case 'GET /user/contacts':
      return data(
        Object.fromEntries(
          world.people.map((one) => [phoneId(one) || lidId(one), { Found: true, FullName: one.name }]),
        ),
      )
    case 'GET /group/info': {
      const group = world.groups.find(({ id }) => id === query.groupJID)
      if (!group) return error(500, 'Failed to get group info: not found')
      const Participants = group.members.map((one) => ({
        JID: phoneId(one) || lidId(one),
        LID: lidId(one),
        IsAdmin: one.isAdmin ?? false,
      }))
      return data({ JID: group.id, Name: group.name, Participants })
    }
    case 'POST /session/history':
      world.keepsHistory = true
      return data({ Details: 'History configured' })
    case 'GET /chat/history':
      return history(query, world)
    case 'POST /call/reject':
      return data({ Details: 'Call rejected' })
    default:
      return null
  }
}
