import type { StandInReply, StandInRequest } from '@recado/sdk/testing'
import { digitsOf, exists, json, PAIRING_CODE, take, type World } from './model.ts'
import { protoOf } from './proto.ts'
import { QR_PICTURE, QR_TEXT } from './qr.ts'
import { FACE, FACE_PATH, lidId, phoneId, type Vendor } from './start.ts'

export const INSTANCE = 'loja'

const error = (status: number, text: string, ...message: unknown[]): StandInReply =>
  json({ status, error: text, response: { message } }, status)

/** Evolution API's interface (version 2): an instance in each path, its words in `response.message`. */
export const evolution: Vendor = {
  answer(request, world) {
    const { method, path, headers, json: body } = request
    if (path === FACE_PATH) return { headers: { 'content-type': 'image/png' }, body: FACE }
    const isAdmin = headers.apikey === world.adminToken
    if (world.isRevoked || (headers.apikey !== world.token && !isAdmin)) return error(401, 'Unauthorized')
    if (`${method} ${path}` === 'POST /instance/create') {
      if (!isAdmin) return error(401, 'Unauthorized')
      if (world.created) return error(403, 'Forbidden', `This name "${String(body.instanceName)}" is already in use.`)
      world.created = String(body.instanceName)
      world.state = 'disconnected'
      return json({ instance: { instanceName: body.instanceName, status: 'connecting' }, hash: world.token }, 201)
    }
    if (path === '/instance/fetchInstances') {
      const { phone, name } = world.account
      const owner = world.state === 'connected' ? { ownerJid: `${phone}@s.whatsapp.net`, profileName: name } : {}
      return json([{ name: INSTANCE, token: world.token, ...owner }])
    }
    if (!path.endsWith(`/${INSTANCE}`))
      return error(404, 'Not Found', `The "${path.split('/').at(-1)}" instance does not exist`)
    return route(request, path.slice(0, -INSTANCE.length - 1), world)
  },

  message(world, by, happening, { id, group, isFromMe = false, sent, at }) {
    const fromMe = isFromMe || sent !== undefined
    const chat = group?.id ?? (lidId(by) || phoneId(by))
    const key = {
      remoteJid: chat,
      ...(group ? {} : { remoteJidAlt: phoneId(by) || undefined }),
      fromMe,
      id,
      participant: group && !fromMe ? lidId(by) || phoneId(by) : '',
      ...(group && !fromMe ? { participantAlt: phoneId(by) } : {}),
      addressingMode: by.lid ? 'lid' : 'pn',
    }
    const proto = protoOf(world, happening, id, 'baileys')
    if (happening.what === 'removal') return [wrap(world, 'messages.delete', { ...key, id: happening.to })]
    if (happening.what === 'edit')
      return [wrap(world, 'messages.edited', { ...(proto.protocolMessage as object), timestampMs: world.now() })]
    if (happening.what === 'vote') {
      const pollUpdates = happening.options.map((name) => ({ name, voters: [phoneId(by) || lidId(by)] }))
      return [wrap(world, 'messages.update', { keyId: happening.to, remoteJid: chat, fromMe: true, pollUpdates })]
    }
    const data = flatten(proto, {
      key,
      pushName: fromMe ? 'Você' : (by.name ?? ''),
      messageTimestamp: Math.floor((at ?? world.now()) / 1000),
    })
    world.past.unshift({ chat, message: data })
    return [wrap(world, 'messages.upsert', data)]
  },

  receipt: (world, [keyId], state, remoteJid) => {
    const status = { sent: 'SERVER_ACK', delivered: 'DELIVERY_ACK', read: 'READ', failed: 'ERROR' }[state]
    return wrap(world, 'messages.update', { keyId, remoteJid, fromMe: true, status, instanceId: 'i1' })
  },
  typing: (world, by, on) => {
    const id = phoneId(by) || lidId(by)
    return wrap(world, 'presence.update', {
      id,
      presences: { [id]: { lastKnownPresence: on ? 'composing' : 'paused' } },
    })
  },
  call: (world, by, id) =>
    wrap(world, 'call', {
      id,
      from: phoneId(by) || lidId(by),
      status: 'offer',
      isVideo: false,
      date: '2026-01-15T12:00:00Z',
    }),
  connection: (world) =>
    wrap(world, 'connection.update', {
      instance: INSTANCE,
      state: stateOf(world),
      statusReason: world.isLoggedOut ? 401 : 200,
    }),
  payload: (_, body) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
}

const wrap = (world: World, event: string, data: unknown) => ({
  event,
  instance: INSTANCE,
  data,
  destination: world.webhook?.url ?? '',
  date_time: '2026-01-15T09:00:00.000Z',
  sender: `${world.account.phone}@s.whatsapp.net`,
  server_url: 'https://stand-in.evolution',
  apikey: world.token,
})

/** Answers and links become a plain conversation, and their context moves up. */
function flatten(proto: Record<string, unknown>, around: Record<string, unknown>) {
  const { extendedTextMessage, ...message } = proto
  const [type = 'conversation'] = Object.keys(proto).filter((name) => name !== 'messageContextInfo')
  if (!extendedTextMessage) return { ...around, message, messageType: type, status: 'DELIVERY_ACK', source: 'android' }
  const { text, contextInfo } = extendedTextMessage as Record<string, unknown>
  return {
    ...around,
    message: { messageContextInfo: {}, conversation: text },
    contextInfo,
    messageType: 'conversation',
  }
}

const stateOf = ({ state }: World) => ({ connected: 'open', connecting: 'connecting', disconnected: 'close' })[state]

function route(request: StandInRequest, call: string, world: World): StandInReply | null {
  const { method, json: body, query } = request
  switch (`${method} ${call}`) {
    case 'GET /instance/connectionState':
      return json({ instance: { instanceName: INSTANCE, state: stateOf(world) } })
    case 'GET /instance/connect':
      if (world.state === 'connected') return json({ instance: { instanceName: INSTANCE, state: 'open' } })
      world.state = 'connecting'
      world.pairing = query.number ? 'code' : (world.pairing ?? 'qr')
      return json({
        pairingCode: world.pairing === 'code' ? PAIRING_CODE : null,
        code: QR_TEXT,
        base64: QR_PICTURE,
        count: 1,
      })
    case 'DELETE /instance/logout':
      world.state = 'disconnected'
      return json({ status: 'SUCCESS', error: false, response: { message: 'Instance logged out' } })
    case 'GET /webhook/find':
      return json(world.webhook ? { enabled: true, url: world.webhook.url } : null)
    case 'POST /webhook/set': {
      const hook = body.webhook as { enabled: boolean; url: string; events: string[] }
      world.webhook = hook.enabled ? { url: hook.url, events: hook.events, raw: body } : null
      return json(hook, 201)
    }
    case 'GET /settings/find':
      return json({
        rejectCall: false,
        msgCall: '',
        groupsIgnore: false,
        alwaysOnline: true,
        readMessages: false,
        readStatus: false,
        syncFullHistory: false,
      })
    case 'POST /settings/set':
      return json({ settings: body }, 201)
  }
  if (world.state !== 'connected') return error(500, 'Internal Server Error', 'Connection Closed')
  return call.startsWith('/message/') ? message(call, body, world) : others(`${method} ${call}`, request, world)
}

const NEEDS: Record<string, string[]> = {
  '/message/sendText': ['text'],
  '/message/sendMedia': ['mediatype', 'media'],
  '/message/sendWhatsAppAudio': ['audio'],
  '/message/sendSticker': ['sticker'],
  '/message/sendLocation': ['latitude', 'longitude', 'name', 'address'],
  '/message/sendContact': ['contact'],
  '/message/sendButtons': ['title', 'buttons'],
  '/message/sendList': ['title', 'footerText', 'buttonText', 'sections'],
}

function message(call: string, body: Record<string, unknown>, world: World): StandInReply | null {
  if (call === '/message/sendReaction') return json({ key: { id: world.nextId() } }, 201)
  const needs = NEEDS[call]
  if (!needs) return null
  const missing = ['number', ...needs].filter((name) => body[name] === undefined)
  if (missing.length > 0)
    return error(
      400,
      'Bad Request',
      missing.map((name) => `instance requires property "${name}"`),
    )
  const number = String(body.number)
  if (!exists(world, number))
    return error(400, 'Bad Request', { jid: `${number}@s.whatsapp.net`, exists: false, number })
  const { id } = take(world, { to: number, path: call, body })
  return json(
    { key: { id, remoteJid: `${number}@s.whatsapp.net`, fromMe: true }, status: 'PENDING', messageTimestamp: 1 },
    201,
  )
}

function others(call: string, { json: body, query }: StandInRequest, world: World): StandInReply | null {
  switch (call) {
    case 'POST /chat/updateMessage':
    case 'DELETE /chat/deleteMessageForEveryone':
      return json({ key: { id: 'x' } }, 201)
    case 'POST /chat/markMessageAsRead':
      return json({ message: 'Read messages', read: 'success' }, 201)
    case 'POST /chat/sendPresence':
      return json({ presence: body.presence }, 201)
    case 'POST /chat/getBase64FromMediaMessage': {
      const { message: wanted } = body as { message: { key: { id: string } } }
      const found = world.files.get(wanted.key.id)
      if (!found) return error(400, 'Bad Request', 'Message not found')
      const { bytes, mimeType: mimetype, fileName } = found
      return json({ mediaType: 'x', fileName, mimetype, base64: Buffer.from(bytes).toString('base64') }, 201)
    }
    case 'POST /chat/findMessages': {
      const {
        where,
        page = 1,
        offset = 50,
      } = body as { where: { key: { remoteJid?: string; id?: string } }; page?: number; offset?: number }
      const { remoteJid, id } = where.key
      const all = world.past
        .filter(
          ({ chat, message: one }) =>
            (!remoteJid || chat === remoteJid || (one.key as { remoteJidAlt?: string }).remoteJidAlt === remoteJid) &&
            (!id || (one.key as { id: string }).id === id),
        )
        .map(({ message: one }) => one)
      const records = all.slice((page - 1) * offset, page * offset)
      return json({
        messages: { total: all.length, pages: Math.ceil(all.length / offset), currentPage: page, records },
      })
    }
    case 'POST /chat/findChats':
      return json(
        [...new Set(world.past.map(({ chat }) => chat))].map((remoteJid) => {
          const lastMessage = world.past.find(({ chat }) => chat === remoteJid)?.message
          return { id: 'cm1', remoteJid, updatedAt: '2026-01-15T12:00:00.000Z', lastMessage }
        }),
      )
    case 'POST /chat/fetchProfilePictureUrl':
      return json({ wuid: body.number, profilePictureUrl: `https://pps.whatsapp.net${FACE_PATH}` })
    case 'POST /chat/whatsappNumbers':
      return json(
        (body.numbers as string[]).map((number) => {
          const found = world.people.find(({ phone }) => phone === digitsOf(number))
          return { jid: `${number}@s.whatsapp.net`, exists: found !== undefined, number }
        }),
      )
    case 'POST /chat/findContacts':
      return json(world.people.map((one) => ({ remoteJid: phoneId(one) || lidId(one), pushName: one.name })))
    case 'GET /group/participants': {
      const group = world.groups.find(({ id }) => id === query.groupJid)
      if (!group) return error(404, 'Not Found', 'No participants')
      return json({
        participants: group.members.map((one) => ({
          id: lidId(one) || phoneId(one),
          phoneNumber: phoneId(one),
          admin: one.isAdmin ? 'admin' : null,
          name: one.name,
        })),
      })
    }
    default:
      return null
  }
}
