import type { InboundEvent } from '@recado/sdk'
import { cleanMessage, proto, type WAMessage } from '@whiskeysockets/baileys'
import { millisecondsOf } from '../library/number.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { Intake } from './intake.ts'
import { type Mapping, mapMessage } from './map-message.ts'
import type { Me } from './take.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const { ON_DEMAND } = proto.HistorySync.HistorySyncType

const keptOpen = (event: InboundEvent): InboundEvent =>
  event.kind === 'message' ? { ...event, keepsOpen: true } : event

interface Chunk {
  messages: WAMessage[]
  syncType?: unknown
}

/** Imports old messages: those of the configured days, or what an agent asked for; oldest first, nobody is alarmed. */
export async function importHistory(
  { messages, syncType }: Chunk,
  options: { mapping: Mapping; intake: Intake; settings: Readonly<WhatsAppSettings>; me: Me },
): Promise<number> {
  const { mapping, intake, settings, me } = options
  const wasAskedFor = syncType === ON_DEMAND
  const from = mapping.now() - settings.importDays * DAY_MS
  const wanted = messages.filter(({ key, messageTimestamp }) => {
    if (wasAskedFor) return true
    if (settings.importDays === 0 || millisecondsOf(messageTimestamp, 0) < from) return false
    return settings.importGroups || !key.remoteJid?.endsWith('@g.us')
  })
  wanted.sort((a, b) => millisecondsOf(a.messageTimestamp, 0) - millisecondsOf(b.messageTimestamp, 0))
  const events: InboundEvent[] = []
  for (const message of wanted) {
    cleanMessage(message, me.id, me.lid)
    const mapped = await mapMessage(mapping, message, true)
    events.push(...(wasAskedFor || settings.closeImported ? mapped : mapped.map(keptOpen)))
  }
  await intake.push(events)
  return events.length
}
