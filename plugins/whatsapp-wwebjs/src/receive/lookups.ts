import { list, record, records, text } from '@recado/loose-json'
import { type ChannelContext, type InboundEvent, isPluginError } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import { widOf } from '../ids.ts'
import type { Access } from '../session-access.ts'
import { strangersOf } from './mapping.ts'

const MOST_KNOWN = 5000

/** Finds out who is behind a LID, and what a group is called, after the messages are safe. */
export interface Lookups {
  /** Goes on in the background; what is found is pushed. */
  after(events: readonly InboundEvent[]): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export function createLookups(ctx: ChannelContext, access: Access): Lookups {
  const asked = new Set<string>()
  const underWay = new Set<Promise<void>>()

  const isNew = (name: string): boolean => {
    if (asked.has(name)) return false
    if (asked.size >= MOST_KNOWN) asked.clear()
    asked.add(name)
    return true
  }

  const phonesOf = async (lids: string[]) => {
    const gateway = await access.open()
    const userIds = lids.map((lid) => `${lid}@lid`)
    const answer = await gateway.post('client/getContactLidAndPhone', { userIds }, { signal: ctx.signal })
    const found = records(answer.result ?? answer.results ?? answer.contacts ?? answer.data)
    const events: InboundEvent[] = found.flatMap((one) => {
      const addresses = addressesOf(widOf(one.pn) ?? widOf(one.phone), widOf(one.lid))
      return addresses.length > 1 ? [{ kind: 'contact', party: { addresses }, at: ctx.clock.now() }] : []
    })
    if (events.length > 0) await ctx.inbound.push(events)
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
