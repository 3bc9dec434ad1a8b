import type { Tx } from '../../platform/db/uow.ts'
import { isOn, numberOf, type SettingValues } from '../settings/index.ts'
import { insertRating, wasAskedSince } from './rating-repo.ts'
import type { TicketRecord } from './record-repo.ts'
import { ratingRules } from './target-repo.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Writes down that a customer is asked. Answers the request, or null for whom nobody asks. */
export async function askForRating(
  tx: Tx,
  record: TicketRecord,
  { settings, userId, now }: { settings: SettingValues; userId: number | null; now: number },
): Promise<string | null> {
  const { isGroup, thread, contact, lastInboundAt } = record
  // whoever never wrote has nothing to rate
  if (isGroup || thread !== '' || contact.disableRating || lastInboundAt === null) return null
  const rules = await ratingRules(tx, record.channelId)
  if (rules === null || !(rules.ratingEnabled ?? isOn(settings, 'ratingEnabled'))) return null
  const interval = (rules.ratingIntervalHours ?? numberOf(settings, 'ratingIntervalHours')) * HOUR
  if (interval > 0 && (await wasAskedSince(tx, record.contactId, new Date(now - interval)))) return null
  const wait = rules.ratingWaitMinutes ?? numberOf(settings, 'ratingWaitMinutes')
  const request = rules.ratingMessage.trim() || settings.ratingMessage.trim()
  if (request === '') return null
  await insertRating(tx, {
    ticketId: record.id,
    userId,
    askedAt: new Date(now),
    expiresAt: new Date(now + wait * MINUTE),
  })
  return request
}

const SETTING_OF = {
  thanks: 'ratingThanksMessage',
  invalid: 'ratingInvalidMessage',
  expiry: 'ratingExpiryMessage',
} as const

/** What is said to a score, to what is none, and when nobody waits any longer: the channel's words, else the company's. */
export async function ratingText(
  tx: Tx,
  channelId: number,
  kind: keyof typeof SETTING_OF,
  settings: SettingValues,
): Promise<string> {
  const rules = await ratingRules(tx, channelId)
  const name = SETTING_OF[kind]
  return rules?.[name].trim() || settings[name].trim()
}
