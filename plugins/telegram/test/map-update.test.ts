import { InboundEvent } from '@recado/sdk'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { mapUpdate } from '../src/receive/map-update.ts'

const mapping = { ignoreGroups: false, now: 5000, t: (key: string) => key }
const bia = { id: 4242, is_bot: false, first_name: 'Bia' }
const chat = { id: 4242, type: 'private', first_name: 'Bia' }
const group = { id: -100123, type: 'supergroup', title: 'Condomínio' }
const keyboard = {
  inline_keyboard: [[{ text: 'Segunda via', callback_data: 'k:9f2' }], [{ text: 'Site', url: 'https://a.example' }]],
}
const sent = { message_id: 90, date: 1_760_000_300, chat, text: 'Escolha', reply_markup: keyboard }
const tap = { id: '77', from: bia, message: sent, chat_instance: '-1', data: 'k:9f2' }
const reaction = { chat, message_id: 90, user: bia, date: 1_760_000_310, old_reaction: [] }

describe('a tap', () => {
  it('is a choice with the label of its button, named after the tap', () => {
    const { events, tap: answered } = mapUpdate({ update_id: 501, callback_query: tap }, mapping)
    expect(events).toEqual([
      {
        kind: 'message',
        externalId: '4242:callback:77',
        direction: 'in',
        chat: { addresses: [{ kind: 'telegram', value: '4242' }], name: 'Bia' },
        content: { type: 'choice', id: 'k:9f2', text: 'Segunda via' },
        at: 5000,
        replyTo: '4242:90',
      },
    ])
    expect(answered).toEqual({
      id: '77',
      label: 'Segunda via',
      chatId: '4242',
      messageId: '90',
      isGroup: false,
      links: [[{ text: 'Site', url: 'https://a.example' }]],
    })
  })

  it('is told apart from another one on the same message', () => {
    const keys = ['77', '78'].map((id) => {
      const [event] = mapUpdate({ callback_query: { ...tap, id } }, mapping).events
      return event?.kind === 'message' ? event.externalId : null
    })
    expect(new Set(keys).size).toBe(2)
  })

  it('comes through when its message is too old to be shown', () => {
    const gone = { ...tap, message: { chat, message_id: 90, date: 0 } }
    const [event] = mapUpdate({ callback_query: gone }, mapping).events
    expect(event).toMatchObject({ content: { type: 'choice', id: 'k:9f2', text: 'k:9f2' } })
  })

  it('without data is answered and brings nothing', () => {
    const { events, tap: answered } = mapUpdate(
      { callback_query: { id: '5', from: bia, game_short_name: 'x' } },
      mapping,
    )
    expect(events).toEqual([])
    expect(answered?.id).toBe('5')
  })
})

describe('a reaction', () => {
  const emojiOf = (newReaction: unknown) => {
    const [event] = mapUpdate({ message_reaction: { ...reaction, new_reaction: newReaction } }, mapping).events
    return event?.kind === 'reaction' ? event.emoji : undefined
  }

  it('is set, replaced and taken back', () => {
    expect(emojiOf([{ type: 'emoji', emoji: '👍' }])).toBe('👍')
    expect(
      emojiOf([
        { type: 'emoji', emoji: '👍' },
        { type: 'emoji', emoji: '🔥' },
      ]),
    ).toBe('🔥')
    expect(emojiOf([])).toBeNull()
    expect(emojiOf([{ type: 'custom_emoji', custom_emoji_id: '1' }])).toBe('⭐')
  })

  it('of an anonymous administrator is the group’s', () => {
    const anonymous = { ...reaction, chat: group, user: undefined, actor_chat: group, new_reaction: [] }
    expect(mapUpdate({ message_reaction: anonymous }, mapping).events[0]).toMatchObject({ from: { value: '-100123' } })
  })
})

describe('the rest', () => {
  it('edits carry the key of the message and the time of the edit', () => {
    const edited = { ...sent, from: bia, text: 'Boa tarde', edit_date: 1_760_000_400 }
    expect(mapUpdate({ edited_message: edited }, mapping).events).toEqual([
      { kind: 'edit', externalId: '4242:90', content: { type: 'text', text: 'Boa tarde' }, at: 1_760_000_400_000 },
    ])
  })

  it('a customer who stops the bot is blocked until they come back', () => {
    const member = (status: string, place: object = chat) =>
      mapUpdate({ my_chat_member: { chat: place, from: bia, date: 1, new_chat_member: { status } } }, mapping).events
    expect(member('kicked')).toMatchObject([{ kind: 'contact', blocked: true, party: { name: 'Bia' } }])
    expect(member('member')).toMatchObject([{ kind: 'contact', blocked: false }])
    expect(member('kicked', group)).toEqual([])
  })

  it.each([
    [{ update_id: 1 }],
    [{ channel_post: { ...sent, chat: { id: -1, type: 'channel' } } }],
    [{ message: { ...sent, chat: { id: -1, type: 'channel' } } }],
    [{ poll_answer: {} }],
    [{ message: null }],
    [null],
    [[]],
    ['x'],
  ])('%j brings nothing', (update) => {
    expect(mapUpdate(update, mapping)).toEqual({ events: [] })
  })

  it('groups can be left out, but not where one moves to', () => {
    const quiet = { ...mapping, ignoreGroups: true }
    const inGroup = { ...sent, chat: group, from: bia }
    expect(mapUpdate({ message: inGroup }, quiet).events).toEqual([])
    expect(mapUpdate({ edited_message: inGroup }, quiet).events).toEqual([])
    expect(mapUpdate({ message_reaction: { ...reaction, chat: group, new_reaction: [] } }, quiet).events).toEqual([])
    expect(mapUpdate({ callback_query: { ...tap, message: inGroup } }, quiet).events).toEqual([])
    expect(mapUpdate({ message: { ...inGroup, migrate_to_chat_id: -9 } }, quiet).events).toHaveLength(1)
    expect(mapUpdate({ message: { ...sent, from: bia } }, quiet).events).toHaveLength(1)
  })
})

/** Values that real fields hold, and those that they never should. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    '4242',
    0,
    -0,
    2 ** 60,
    '9'.repeat(30),
    1.5,
    '\ud800',
    'x'.repeat(70_000),
    [null],
    {},
    Number.NaN,
  ),
)
const REAL = [
  {
    message: { ...sent, from: bia, entities: [{ type: 'text_link', offset: 0, length: 3, url: 'https://a.example' }] },
  },
  { message: { ...sent, from: bia, text: undefined, photo: [{ file_id: 'f', width: 1, height: 1, file_size: 1 }] } },
  { message: { ...sent, from: bia, text: undefined, voice: { file_id: 'f', duration: 1 }, media_group_id: '1' } },
  { message: { ...sent, from: bia, text: undefined, location: { latitude: 1, longitude: 2 } } },
  { message: { ...sent, from: bia, text: undefined, contact: { phone_number: '1', first_name: 'x', user_id: 4242 } } },
  { message: { ...sent, from: bia, text: undefined, poll: { question: 'q', options: [{ text: 'a' }] } } },
  { edited_message: { ...sent, chat: group, from: bia } },
  { callback_query: tap },
  { message_reaction: { ...reaction, new_reaction: [{ type: 'emoji', emoji: '👍' }] } },
  { my_chat_member: { chat, from: bia, date: 1, new_chat_member: { status: 'kicked' } } },
]

function paths(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...above, key], ...paths(inner, [...above, key])])
}

function replaced(value: object, [key = '', ...rest]: string[], by: unknown): object {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  copy[key] = rest.length === 0 ? by : replaced(copy[key] as object, rest, by)
  return copy
}

describe('whatever comes', () => {
  it.each(REAL.map((update) => [Object.keys(update)[0], update] as const))(
    'a damaged %s breaks nothing',
    (_, update) => {
      const damaged = fc.tuple(fc.constantFrom(...paths(update)), odd).map(([path, by]) => replaced(update, path, by))
      fc.assert(
        fc.property(damaged, (broken) => {
          for (const event of mapUpdate(broken, mapping).events) {
            expect([...Value.Errors(InboundEvent, event)]).toEqual([])
          }
        }),
        { numRuns: 300 },
      )
    },
  )
})
