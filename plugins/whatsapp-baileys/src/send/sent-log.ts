import type { Store } from '@recado/sdk'
import { proto } from '@whiskeysockets/baileys'
import { KEEP_SENT_DAYS } from '../limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PREFIX = 'sent:'
const AT_ONCE = 200

/** What was sent, so that a phone which could not read it can have it again. */
export interface SentLog {
  keep(id: string, message: proto.IMessage): Promise<void>
  find(id: string): Promise<proto.IMessage | undefined>
  /** Once a day: drops what is too old. */
  tidy(): Promise<void>
}

export function createSentLog(store: Store, now: () => number): SentLog {
  let tidiedOn = ''
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const keyOf = (day: string, id: string): string => `${PREFIX}${day}:${id}`

  return {
    async keep(id, message) {
      const value = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
      await store.set(keyOf(dayOf(now()), id), value, { sealed: true })
    },
    async find(id) {
      for (let age = 0; age <= KEEP_SENT_DAYS; age += 1) {
        const found = await store.get<string>(keyOf(dayOf(now() - age * DAY_MS), id))
        if (found) return proto.Message.decode(Buffer.from(found.value, 'base64'))
      }
      return undefined
    },
    async tidy() {
      const today = dayOf(now())
      if (tidiedOn === today) return
      tidiedOn = today
      const oldest = keyOf(dayOf(now() - KEEP_SENT_DAYS * DAY_MS), '')
      for (;;) {
        const rows = await store.list(PREFIX, AT_ONCE)
        const old = rows.filter(({ key }) => key < oldest)
        for (const { key } of old) await store.delete(key)
        if (old.length < AT_ONCE) return
      }
    },
  }
}
