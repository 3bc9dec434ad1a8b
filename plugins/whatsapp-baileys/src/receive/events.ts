import type { ChannelContext, InboundEvent } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'
import { createTurns } from '../library/turns.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { AddressBook } from './address-book.ts'
import type { Calls } from './calls.ts'
import type { Groups } from './groups.ts'
import { importHistory } from './history.ts'
import type { ImportProgress } from './import-progress.ts'
import type { Intake } from './intake.ts'
import type { Mapping } from './map-message.ts'
import { addressesOfNames, avatarRefOf, type People } from './people.ts'
import { mapGroupReceipts, mapUpdates } from './receipts.ts'
import type { Me, Taker } from './take.ts'

export interface Receiving {
  ctx: ChannelContext
  settings: Readonly<WhatsAppSettings>
  mapping: Mapping
  people: People
  book: AddressBook
  groups: Groups
  intake: Intake
  taker: Taker
  calls: Calls
  imported: ImportProgress
  me(): Me | null
}

/**
 * Listens to a socket. Everything is dealt with in the order in which it came; answers how to wait until all of it is.
 * Edits, removals and reactions come twice from the library and are taken from the messages that bring them.
 */
export function listen(socket: WASocket, receiving: Receiving): () => Promise<void> {
  const { ctx, settings, mapping, people, book, groups, intake, taker, calls, imported, me } = receiving
  const turns = createTurns()
  const now = ctx.clock.now

  const on = <E extends keyof BaileysEventMap>(event: E, handle: (data: BaileysEventMap[E]) => Promise<unknown>) => {
    socket.ev.on(event, (data) => {
      turns
        .run(() => handle(data))
        .catch((error: unknown) => {
          if (!ctx.signal.aborted) ctx.log.error(`${event} was not dealt with`, { name: nameOf(error) })
        })
    })
  }

  on('messages.upsert', ({ messages }) => taker.handedOut(messages))
  on('messages.update', (updates) => intake.push(mapUpdates(updates, now())))
  on('message-receipt.update', (updates) => intake.push(mapGroupReceipts(updates, now())))
  on('messaging-history.set', async (chunk) => {
    await book.note(chunk.contacts)
    const who = me()
    if (!who) return
    await imported.add(await importHistory(chunk, { mapping, intake, settings, me: who }), chunk)
  })
  on('messaging-history.status', ({ syncType }) => imported.ended(syncType))
  on('lid-mapping.update', async ({ lid, pn }) => {
    const addresses = addressesOfNames(await people.of(pn, lid))
    if (addresses.length > 1) await intake.push([{ kind: 'contact', party: { addresses }, at: now() }])
  })
  on('contacts.upsert', (contacts) => book.note(contacts))
  on('contacts.update', async (updates) => {
    const events: InboundEvent[] = []
    for (const { id, imgUrl } of updates) {
      // Names come with the messages; a new picture gets a handle of its own, and is fetched when somebody looks.
      if (imgUrl !== 'changed' || !id || !addressOf(id) || id.endsWith('@g.us')) continue
      const names = await people.of(id)
      const avatarRef = avatarRefOf(names.lid ?? names.pn ?? id, String(now()))
      events.push({ kind: 'contact', party: { addresses: addressesOfNames(names), avatarRef }, at: now() })
    }
    await intake.push(events)
  })
  on('groups.update', async (updates) => {
    for (const { id } of updates) if (id && !settings.ignoreGroups && updates.length < 5) groups.changed(id)
  })
  on('group-participants.update', async ({ id }) => groups.changed(id))
  on('call', (list) => calls.handle(list))

  socket.ev.on('presence.update', ({ id, presences }) => {
    void tellTyping(ctx, people, id, presences).catch(() => undefined)
  })
  return turns.idle
}

async function tellTyping(
  ctx: ChannelContext,
  people: People,
  id: string,
  presences: BaileysEventMap['presence.update']['presences'],
): Promise<void> {
  const chat = id.endsWith('@g.us') ? addressOf(id) : addressesOfNames(await people.of(id))[0]
  const states = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence)
  if (chat)
    ctx.inbound.typing(
      chat,
      states.some((state) => state === 'composing' || state === 'recording'),
    )
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
