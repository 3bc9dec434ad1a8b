import type { InboundEvent, InboundMessage } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { mapUpdate } from '../src/receive/map-update.ts'

const mapping = {
  ignoreGroups: false,
  now: 5000,
  t: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' '),
}
const bia = {
  id: 4242,
  is_bot: false,
  first_name: 'Bia',
  last_name: 'Souza',
  username: 'bia_s',
  language_code: 'pt-br',
}
const chat = { id: 4242, type: 'private', first_name: 'Bia', last_name: 'Souza', username: 'bia_s' }
const group = { id: -100123, type: 'supergroup', title: 'Condomínio' }

const events = (update: unknown): InboundEvent[] => mapUpdate(update, mapping).events
const message = (content: object, from: object = { chat, from: bia }): InboundMessage => {
  const [event] = events({ update_id: 1, message: { message_id: 90, date: 1_760_000_300, ...from, ...content } })
  if (event?.kind !== 'message') throw new Error(`no message but ${event?.kind}`)
  return event
}
const content = (fields: object) => message(fields).content
const file = (id: string, more: object = {}) => ({ file_id: id, file_unique_id: `u-${id}`, ...more })

describe('who and when', () => {
  it('names the customer, the chat and the time', () => {
    expect(message({ text: 'Oi' })).toEqual({
      kind: 'message',
      externalId: '4242:90',
      direction: 'in',
      chat: {
        addresses: [{ kind: 'telegram', value: '4242' }],
        name: 'Bia Souza',
        username: 'bia_s',
        locale: 'pt-br',
      },
      content: { type: 'text', text: 'Oi' },
      at: 1_760_000_300_000,
    })
  })

  it('keeps the group as the conversation and the writer as its sender', () => {
    const { chat: party, sender, isGroup, externalId } = message({ text: 'Oi' }, { chat: group, from: bia })
    expect(isGroup).toBe(true)
    expect(externalId).toBe('-100123:90')
    expect(party).toEqual({ addresses: [{ kind: 'telegram', value: '-100123' }], name: 'Condomínio' })
    expect(sender?.addresses[0]?.value).toBe('4242')
  })

  it('takes the chat in whose name an administrator writes', () => {
    const anonymous = { id: 1087968824, is_bot: true, first_name: 'Group' }
    const { sender } = message({ text: 'Aviso', sender_chat: group }, { chat: group, from: anonymous })
    expect(sender).toEqual({ addresses: [{ kind: 'telegram', value: '-100123' }], name: 'Condomínio' })
  })

  it('falls back to the username where a name is missing', () => {
    const nameless = { chat: { id: 7, type: 'private' }, from: { id: 7, username: 'x_y' } }
    expect(message({ text: 'Oi' }, nameless).chat.name).toBe('@x_y')
  })

  it('takes ids and dates that come as text', () => {
    const odd = { message_id: '91', date: '1760000300', chat: { ...chat, id: '4242' } }
    expect(message({ text: 'Oi', ...odd })).toMatchObject({ externalId: '4242:91', at: 1_760_000_300_000 })
  })

  it('knows where a deep link came from', () => {
    expect(message({ text: '/start promo_7' })).toMatchObject({
      chat: { extra: { referral: 'promo_7' } },
      content: { type: 'text', text: '/start promo_7' },
    })
    expect(message({ text: '/start' }).chat.extra).toBeUndefined()
  })
})

describe('contents', () => {
  it('chooses the largest photo and keeps the caption', () => {
    const photo = [
      file('s', { width: 90, height: 90 }),
      file('l', { width: 800, height: 600, file_size: 70_000 }),
      file('m', { width: 320, height: 240 }),
    ]
    expect(content({ photo, caption: 'Olha' })).toEqual({
      type: 'media',
      kind: 'image',
      media: { ref: 'l', mimeType: 'image/jpeg', size: 70_000 },
      text: 'Olha',
    })
  })

  it.each([
    ['video', 'video', 'video/mp4'],
    ['animation', 'video', 'video/mp4'],
    ['video_note', 'video', 'video/mp4'],
    ['voice', 'voice', 'audio/ogg'],
    ['audio', 'audio', 'audio/mpeg'],
  ])('takes a %s as %s', (field, kind, mimeType) => {
    expect(content({ [field]: file('f', { duration: 3, file_size: 9 }) })).toEqual({
      type: 'media',
      kind,
      media: { ref: 'f', mimeType, size: 9, durationSeconds: 3 },
    })
  })

  it('takes a GIF once, though it comes as a document as well', () => {
    const both = { animation: file('a', { mime_type: 'video/mp4' }), document: file('d', { mime_type: 'video/mp4' }) }
    expect(content(both)).toMatchObject({ kind: 'video', media: { ref: 'a' } })
  })

  it('takes a document without a name or type', () => {
    expect(content({ document: file('d') })).toEqual({ type: 'media', kind: 'document', media: { ref: 'd' } })
  })

  it('shows a still sticker as it is, a moving one by its picture', () => {
    expect(content({ sticker: file('st', { emoji: '😀', is_animated: false, is_video: false }) })).toEqual({
      type: 'media',
      kind: 'sticker',
      media: { ref: 'st', mimeType: 'image/webp' },
      text: '😀',
    })
    const animated = file('st', { is_animated: true, thumbnail: file('th') })
    expect(content({ sticker: animated })).toMatchObject({ kind: 'sticker', media: { ref: 'th' } })
    const older = file('st', { is_video: true, thumb: file('old') })
    expect(content({ sticker: older })).toMatchObject({ kind: 'sticker', media: { ref: 'old' } })
    expect(content({ sticker: file('st', { is_video: true }) })).toMatchObject({ kind: 'video', media: { ref: 'st' } })
    expect(content({ sticker: file('st', { is_animated: true }) })).toMatchObject({ type: 'unsupported' })
  })

  it('takes a location at zero, and a venue by its name', () => {
    const location = { latitude: 0, longitude: 0 }
    expect(content({ location })).toEqual({ type: 'location', latitude: 0, longitude: 0 })
    const venue = { location, title: 'Loja', address: 'Rua A, 1' }
    expect(content({ location, venue })).toEqual({
      type: 'location',
      latitude: 0,
      longitude: 0,
      name: 'Loja',
      address: 'Rua A, 1',
    })
  })

  it('takes a contact, and knows the number of a customer who shares their own', () => {
    const contact = { phone_number: '+55 11 91111-2222', first_name: 'Bia', user_id: 4242 }
    const own = message({ contact })
    expect(own.content).toEqual({ type: 'contact', contacts: [{ name: 'Bia', phones: ['+55 11 91111-2222'] }] })
    expect(own.chat.phone).toBe('+5511911112222')
    expect(message({ contact: { ...contact, user_id: 9 } }).chat.phone).toBeUndefined()
  })

  it('takes polls, dice and what has no form of its own', () => {
    const poll = { question: 'Quando?', options: [{ text: 'Hoje' }, { text: 'Amanhã' }] }
    expect(content({ poll })).toEqual({ type: 'poll', question: 'Quando?', options: ['Hoje', 'Amanhã'] })
    expect(content({ dice: { emoji: '🎯', value: 4 } })).toEqual({ type: 'text', text: '🎯 4' })
    expect(content({ web_app_data: { data: 'pedido 7', button_text: 'x' } })).toEqual({
      type: 'text',
      text: 'pedido 7',
    })
    expect(content({ story: { id: 1 } })).toEqual({ type: 'unsupported', what: 'unsupported.story' })
    expect(content({ hologram_call: {} })).toEqual({ type: 'unsupported', what: 'unsupported.other hologram call' })
  })

  it('shows where hidden links lead, also behind emoji', () => {
    const entities = [
      { type: 'text_link', offset: 3, length: 4, url: 'https://a.example' },
      { type: 'bold', offset: 0, length: 2 },
      { type: 'text_link', offset: 90, length: 4, url: 'https://b.example' },
    ]
    expect(content({ text: '👋 aqui ó', entities })).toEqual({ type: 'text', text: '👋 aqui (https://a.example) ó' })
  })
})

describe('what surrounds a message', () => {
  it('knows answers, forwards and albums', () => {
    const whole = message({
      text: 'Sim',
      reply_to_message: { message_id: 80, date: 1 },
      forward_origin: { type: 'hidden_user' },
      media_group_id: '13579',
    })
    expect(whole).toMatchObject({ replyTo: '4242:80', forwarded: true, album: '13579' })
    expect(message({ text: 'x', forward_from: bia }).forwarded).toBe(true)
    const external = { message_id: 5, chat: { id: -100999, type: 'channel' } }
    expect(message({ text: 'x', external_reply: external }).replyTo).toBe('-100999:5')
  })

  it('takes no topic of a forum for an answer', () => {
    const opener = { message_id: 3, forum_topic_created: { name: 'Geral' } }
    expect(message({ text: 'x', is_topic_message: true, reply_to_message: opener }).replyTo).toBeUndefined()
  })

  it.each([
    [{ new_chat_members: [bia] }],
    [{ left_chat_member: bia }],
    [{ pinned_message: { message_id: 1 } }],
    [{ forum_topic_created: { name: 'x' } }],
    [{ video_chat_started: {} }],
    [{ message_auto_delete_timer_changed: {} }],
    [{}],
  ])('brings no message of %j', (service) => {
    const update = { update_id: 1, message: { message_id: 1, date: 1, chat: group, from: bia, ...service } }
    expect(events(update)).toEqual([])
  })

  it('learns a new title of a group', () => {
    const [event] = events({ message: { message_id: 1, date: 1, chat: group, from: bia, new_chat_title: 'Bloco B' } })
    expect(event).toMatchObject({ kind: 'group', chat: { name: 'Bloco B' }, at: 1000 })
  })

  it('follows a group that became a supergroup, told from either side', () => {
    const old = { id: -55, type: 'group', title: 'Bloco' }
    const to = events({ message: { message_id: 1, date: 1, chat: old, migrate_to_chat_id: -100123 } })
    const from = events({ message: { message_id: 1, date: 1, chat: group, migrate_from_chat_id: -55 } })
    for (const [event] of [to, from]) {
      expect(event).toMatchObject({
        kind: 'group',
        chat: { addresses: [{ kind: 'telegram', value: '-55' }] },
        movedTo: { kind: 'telegram', value: '-100123' },
      })
    }
  })
})
