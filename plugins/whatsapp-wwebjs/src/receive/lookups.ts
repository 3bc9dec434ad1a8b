import { list, record, records, text } from '@recado/loose-json'
import { type Address, type ChannelContext, type InboundEvent, isPluginError } from '@recado/sdk'
import { addressesOf, LID } from '@recado/whatsapp-ids'
import { widOf } from '../ids.ts'
import type { Access } from '../session-access.ts'
import { strangersOf } from './mapping.ts'

const MOST_KNOWN = 5000
/** Who waits for it is a hook, which has little time. */
const OWN_MS = 1500

/** Finds out who is behind a LID, and what a group is called, after the messages are safe. */
export interface Lookups {
  /**
   * The events, with the phone of whom we wrote to where only a LID was told: an echo has to find its conversation, and
   * the send that it belongs to. What cannot be found out in time stays as it is.
   */
  completed(events: readonly InboundEvent[]): Promise<InboundEvent[]>
  /** Goes on in the background; what is found is pushed. */
  after(events: readonly InboundEvent[]): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export function createLookups(ctx: ChannelContext, access: Access): Lookups {
  const asked = new Set<string>()
  /** All addresses of people, by their LID. */
  const people = new Map<string, Address[]>()
  const underWay = new Set<Promise<void>>()

  const isNew = (name: string): boolean => {
    if (asked.has(name)) return false
    if (asked.size >= MOST_KNOWN) asked.clear()
    asked.add(name)
    return true
  }

  const ask = async (lids: string[], signal: AbortSignal): Promise<Address[][]> => {
    const gateway = await access.open()
    const userIds = lids.map((lid) => `${lid}@lid`)
    const answer = await gateway.post('client/getContactLidAndPhone', { userIds }, { signal })
    const found = records(answer.result ?? answer.results ?? answer.contacts ?? answer.data)
    return found.flatMap((one) => {
      const addresses = addressesOf(widOf(one.pn) ?? widOf(one.phone), widOf(one.lid))
      const lid = addresses.find(({ kind }) => kind === LID)
      if (!lid || addresses.length < 2) return []
      if (people.size >= MOST_KNOWN) people.clear()
      people.set(lid.value, addresses)
      return [addresses]
    })
  }

  const phonesOf = async (lids: string[]) => {
    const found = await ask(lids, ctx.signal)
    const at = ctx.clock.now()
    if (found.length > 0)
      await ctx.inbound.push(found.map((addresses) => ({ kind: 'contact', party: { addresses }, at })))
  }

  const nameOf = async (group: string) => {
    const gateway = await access.open()
    const { chat } = await gateway.post('groupChat/getClassInfo', { chatId: `${group}@g.us` }, { signal: ctx.signal })
    const name = text(record(chat).name) ?? text(record(record(chat).groupMetadata).subject)
    if (!name) return
    const addresses = [{ kind: 'wa-group', value: group }]
    await ctx.inbound.push([{ kind: 'group', chat: { addresses, name: name.slice(0, 255) }, at: ctx.clock.now() }])
  }

  const inBackground = (names: string[], work: () => Promise<void>) => {
    const task: Promise<void> = work()
      .catch((error: unknown) => {
        // Asked again with the next message.
        for (const name of names) asked.delete(name)
        ctx.log.debug('a lookup failed', { code: isPluginError(error) ? error.code : 'unknown' })
      })
      .finally(() => underWay.delete(task))
    underWay.add(task)
  }

  return {
    async completed(events) {
      const { lids } = strangersOf(events.filter((event) => event.kind === 'message' && event.direction === 'out'))
      const unknown = lids.filter((lid) => !people.has(lid))
      if (unknown.length > 0) {
        await ask(unknown, AbortSignal.any([ctx.signal, AbortSignal.timeout(OWN_MS)])).catch((error: unknown) => {
          ctx.log.debug('nobody could say whose LID it is', { code: isPluginError(error) ? error.code : 'unknown' })
        })
      }
      return events.map((event) => {
        if (event.kind !== 'message' || event.direction !== 'out') return event
        const [first, ...others] = event.chat.addresses
        const all = first?.kind === LID && others.length === 0 ? people.get(first.value) : undefined
        return all ? { ...event, chat: { ...event.chat, addresses: all } } : event
      })
    },
    after(events) {
      if (ctx.signal.aborted) return
      const { lids, groups } = strangersOf(events)
      const unknown = lids.filter(isNew)
      if (unknown.length > 0) inBackground(unknown, () => phonesOf(unknown))
      for (const group of groups.filter(isNew)) inBackground([group], () => nameOf(group))
    },
    async idle() {
      await Promise.all(list([...underWay]))
    },
  }
}
