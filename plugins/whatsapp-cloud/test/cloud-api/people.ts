import type { Json, NumberState, Person, World } from './model.ts'
import type { Delivery } from './webhooks.ts'

export interface Told {
  /** The message's id. */
  id: string
  delivery: Delivery
}

/** What customers and the phone that shares the number do. Messages are in the Cloud API's own shape. */
export interface People {
  addPerson(person?: Partial<Person>): Person
  /** Any message: `{ type: 'text', text: { body } }` and all the others of `messages[]`. */
  userSends(person: Person, message: Json & { type: string }, value?: Json): Told
  userSays(person: Person, body: string, more?: Json): Told
  /** A file that can be fetched afterwards. */
  userSendsFile(person: Person, type: string, bytes: Uint8Array, more?: Json & { mime_type?: string }): Told
  userTaps(person: Person, reply: { id: string; title: string }, answers: string): Told
  userPicks(person: Person, reply: { id: string; title: string; description?: string }, answers: string): Told
  userReacts(person: Person, messageId: string, emoji: string): Told
  userMoves(person: Person, newWaId: string): Told
  /** Wants advertising no longer (`stop`) or again. */
  userPrefers(person: Person, value: 'stop' | 'resume'): Delivery
  /** Written in the app of the phone (coexistence). */
  phoneSends(person: Person, message: Json & { type: string }): Told
  status(id: string, status: string, more?: Json): Delivery
}

export function createPeople(world: World, number: NumberState): People {
  const digits = number.display.replace(/\D/g, '')

  const addressOf = ({ waId, userId }: Person, keys: [string, string]) => ({
    ...(waId ? { [keys[0]]: waId } : {}),
    ...(userId ? { [keys[1]]: userId } : {}),
  })
  const contactOf = (person: Person) => ({
    profile: { name: person.name, ...(person.username ? { username: person.username } : {}) },
    ...addressOf(person, ['wa_id', 'user_id']),
  })
  const seconds = () => String(Math.floor(world.now() / 1000))

  const userSends: People['userSends'] = (person, message, value = {}) => {
    const id = world.nextId('wamid.IN')
    if (message.type !== 'reaction' && message.type !== 'system') person.lastInboundAt = world.now()
    const told = { ...addressOf(person, ['from', 'from_user_id']), id, timestamp: seconds(), ...message }
    const delivery = number.webhooks.tellNumber('messages', {
      contacts: [contactOf(person)],
      messages: [told],
      ...value,
    })
    return { id: String(told.id), delivery }
  }
  const interactive = (person: Person, content: Json, answers: string) =>
    userSends(person, { type: 'interactive', context: { from: digits, id: answers }, interactive: content })

  return {
    addPerson(given = {}) {
      const count = number.people.size
      const hides = given.userId !== undefined && given.waId === undefined
      const person: Person = {
        name: 'Rita',
        reachable: true,
        wantsMarketing: true,
        ...(hides ? {} : { waId: `55119111122${String(20 + count)}` }),
        ...given,
      }
      number.people.set(person.waId ?? person.userId ?? '', person)
      return person
    },
    userSends,
    userSays: (person, body, more = {}) => userSends(person, { type: 'text', text: { body }, ...more }),
    userSendsFile(person, type, bytes, more = {}) {
      const { mime_type = 'application/octet-stream', ...rest } = more
      const id = world.nextId('media')
      number.media.set(id, { id, bytes, mimeType: mime_type, ticket: 0, urlUntil: 0 })
      return userSends(person, { type, [type]: { id, mime_type, sha256: 'x', ...rest } })
    },
    userTaps: (person, button_reply, answers) => interactive(person, { type: 'button_reply', button_reply }, answers),
    userPicks: (person, list_reply, answers) => interactive(person, { type: 'list_reply', list_reply }, answers),
    userReacts: (person, message_id, emoji) => userSends(person, { type: 'reaction', reaction: { message_id, emoji } }),
    userMoves(person, wa_id) {
      const body = `User A changed from ${person.waId} to ${wa_id}`
      const told = userSends(person, { type: 'system', system: { type: 'user_changed_number', body, wa_id } })
      person.waId = wa_id
      return told
    },
    userPrefers(person, value) {
      person.wantsMarketing = value !== 'stop'
      const preference = { category: 'marketing_messages', value, detail: 'by the user', timestamp: seconds() }
      const user_preferences = [{ ...addressOf(person, ['wa_id', 'user_id']), ...preference }]
      return number.webhooks.tellNumber('user_preferences', { contacts: [contactOf(person)], user_preferences })
    },
    phoneSends(person, message) {
      const id = world.nextId('wamid.ECHO')
      const echo = { from: digits, ...addressOf(person, ['to', 'to_user_id']), id, timestamp: seconds(), ...message }
      return {
        id: String(echo.id),
        delivery: number.webhooks.tellNumber('smb_message_echoes', { message_echoes: [echo] }),
      }
    },
    status: (id, status, more = {}) =>
      number.webhooks.tellNumber('messages', { statuses: [{ id, status, timestamp: seconds(), ...more }] }),
  }
}
