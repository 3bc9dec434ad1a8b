import type { InstanceContext } from './context.ts'
import { type Content, contentText } from './messages/content.ts'
import type { InboundEvent, InboundMessage } from './messages/events.ts'
import type { OutboundMessage } from './messages/outbound.ts'

/**
 * Own messages of a provider that does not give our id back: a send whose answer got lost is known by its echo all the
 * same, by to whom, what and when; and is not taken for something that was written on the phone.
 */
export interface Echoes {
  /**
   * Call before the send, since the echo may be faster than the answer. `said`: what the echoes of the messages that
   * this one becomes will show (`echoText`), in their order.
   */
  expect(out: Pick<OutboundMessage, 'id' | 'to' | 'isGroup'>, said: readonly string[]): Promise<ExpectedEchoes>
  /** The events, with our id on each echo of ours, and behind the last of a message the word that it was sent. */
  settle(events: readonly InboundEvent[]): Promise<InboundEvent[]>
  /** Forgets what is too old to come. Call it from time to time. */
  tidy(): Promise<void>
}

export interface ExpectedEchoes {
  /** The provider's ids of the first parts, as far as echoes of an earlier try have told that they are out. */
  readonly sent: string[]
  /** The part's echo has this id, and no other is taken for it. */
  answered(part: number, externalId: string): Promise<void>
  /** What is still open did not go out. */
  refused(): Promise<void>
}

interface Expected {
  id: string
  at: number
  /** Kind of the address that it goes to; absent for groups. */
  kind?: string
  parts: { said: string; externalId?: string }[]
}

/** What stands in the store; version 0 for nothing. */
interface Kept {
  value: Expected | null
  version: number
}

const PREFIX = 'echo:'
/** How far the time of an echo may lie from that of its send. */
const WINDOW_MS = 10 * 60_000
/** The same where only the words tell to which send it belongs. */
const STRANGER_MS = 2 * 60_000
const KEPT_MS = 60 * 60_000
const MOST = 200
const TIDIED_AT_ONCE = 1000
const LONGEST = 500
const TRIES = 5

/** What both sides show of a content: of files the kind, since names and addresses change on the way. */
export const echoText = (content: Content): string =>
  clipped(content.type === 'media' ? `[${content.kind === 'voice' ? 'audio' : content.kind}]` : contentText(content))

const clipped = (text: string): string => text.trim().slice(0, LONGEST)
const prefixOf = (chat: string): string => `${PREFIX}${chat}:`
const keptOf = (found: Kept | null): Kept => found ?? { value: null, version: 0 }
const isOpen = ({ parts }: Expected): boolean => parts.some(({ externalId }) => externalId === undefined)

export function createEchoes({ store, clock, log }: Pick<InstanceContext, 'store' | 'clock' | 'log'>): Echoes {
  /** Answers what stands there afterwards, or null when there is nothing to change. `guess` is tried first. */
  const change = async (
    key: string,
    to: (known: Expected | null) => Expected | null,
    guess?: Kept,
  ): Promise<Kept | null> => {
    let known = guess ?? keptOf(await store.get<Expected>(key))
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const value = to(known.value)
      const version = value && (await store.set(key, value, { ifVersion: known.version }))
      if (!value || version) return value && version ? { value, version } : null
      known = keptOf(await store.get<Expected>(key))
    }
    return null
  }

  const expectedOf = async ({ chat }: InboundMessage) => {
    const lists = chat.addresses.map(({ value }) => store.list<Expected | null>(prefixOf(value), MOST))
    return (await Promise.all(lists)).flat().flatMap(({ key, value }) => (value?.parts ? [{ key, value }] : []))
  }

  /** Sends to addresses of other kinds: nobody may know yet that they are the same person's. */
  const strangersOf = async ({ chat, isGroup }: InboundMessage) => {
    if (isGroup) return []
    const kinds = new Set(chat.addresses.map(({ kind }) => kind))
    const all = await store.list<Expected | null>(PREFIX, MOST)
    return all.flatMap(({ key, value }) =>
      value?.kind !== undefined && !kinds.has(value.kind) ? [{ key, value }] : [],
    )
  }

  /** The message of ours whose echo this is, with its id noted. */
  const find = async (event: InboundMessage): Promise<Expected | null> => {
    const said = echoText(event.content)
    const fits =
      (withinMs: number) =>
      ({ at, parts }: Expected) =>
        Math.abs(at - event.at) < withinMs && parts.some((part) => part.externalId === undefined && part.said === said)
    const isKnown = ({ value }: { value: Expected }) =>
      value.parts.some(({ externalId }) => externalId === event.externalId)

    const all = await expectedOf(event)
    // Told again, the same delivery settles the same send.
    const known = all.find(isKnown)
    if (known) return known.value
    const [own] = all.filter(({ value }) => fits(WINDOW_MS)(value)).sort((a, b) => a.value.at - b.value.at)
    if (own) return take(own.key, fits(WINDOW_MS), said, event.externalId)
    const strangers = await strangersOf(event)
    const before = strangers.find(isKnown)
    if (before) return before.value
    // Only the words tell which send it is, so they have to fit a single one.
    const [stranger, ...more] = strangers.filter(({ value }) => fits(STRANGER_MS)(value))
    if (!stranger || more.length > 0 || said === '') return null
    return take(stranger.key, fits(STRANGER_MS), said, event.externalId)
  }

  const take = async (key: string, fits: (known: Expected) => boolean, said: string, externalId: string) => {
    const noted = await change(key, (now) => (now && fits(now) ? filled(now, said, externalId) : null))
    return noted?.value ?? null
  }

  return {
    async expect({ id, to, isGroup }, said) {
      const key = `${prefixOf(to.value)}${id}`.slice(0, 512)
      const begin = (known: Expected | null): Expected => ({
        id,
        at: clock.now(),
        ...(isGroup ? {} : { kind: to.kind }),
        parts: said.map((text, index) => {
          const before = known?.parts[index]
          const isSame = before?.said === clipped(text) && before.externalId !== undefined
          return { said: clipped(text), ...(isSame ? { externalId: before.externalId } : {}) }
        }),
      })
      let kept = await change(key, begin, { value: null, version: 0 })
      /** What became of the send is certain, whether or not it can be noted. */
      const note = async (to: (known: Expected) => Expected) => {
        try {
          kept = await change(key, (known) => known && to(known), kept ?? undefined)
        } catch (error) {
          log.warn('an echo could not be noted', { name: error instanceof Error ? error.name : 'unknown' })
        }
      }
      const open = kept?.value?.parts.findIndex(({ externalId }) => externalId === undefined) ?? 0
      const parts = kept?.value?.parts ?? []
      return {
        sent: parts.slice(0, open === -1 ? parts.length : open).flatMap(({ externalId }) => externalId ?? []),
        answered: (part, externalId) =>
          note((known) => ({
            ...known,
            parts: known.parts.map((one, index) => (index === part ? { ...one, externalId } : one)),
          })),
        async refused() {
          await note((known) => ({ ...known, parts: known.parts.filter(({ externalId }) => externalId !== undefined) }))
          if (kept?.value?.parts.length === 0) await store.delete(key)
        },
      }
    },

    async settle(events) {
      const settled: InboundEvent[] = []
      for (const event of events) {
        const isEcho = event.kind === 'message' && event.direction === 'out' && !event.clientId && !event.album
        const found = isEcho ? await find(event) : null
        if (!found || event.kind !== 'message') {
          settled.push(event)
          continue
        }
        settled.push({ ...event, clientId: found.id })
        if (!isOpen(found)) settled.push({ kind: 'receipt', status: 'sent', externalIds: [found.id], at: event.at })
      }
      return settled
    },

    async tidy() {
      for (const { key, value } of await store.list<{ at?: number } | null>(PREFIX, TIDIED_AT_ONCE))
        if (clock.now() - (value?.at ?? 0) > KEPT_MS) await store.delete(key)
    },
  }
}

/** With the first open part that says so known by this id. */
function filled(expected: Expected, said: string, externalId: string): Expected {
  const at = expected.parts.findIndex((part) => part.externalId === undefined && part.said === said)
  return { ...expected, parts: expected.parts.map((part, index) => (index === at ? { ...part, externalId } : part)) }
}
