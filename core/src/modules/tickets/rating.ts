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
  if (!(rules.ratingEnabled ?? isOn(settings, 'ratingEnabled'))) return null
  const interval = numberOf(settings, 'ratingIntervalHours') * HOUR
  if (interval > 0 && (await wasAskedSince(tx, record.contactId, new Date(now - interval)))) return null
  const request = rules.ratingMessage.trim() || settings.ratingMessage.trim()
  if (request === '') return null
  await insertRating(tx, {
    ticketId: record.id,
    userId,
    askedAt: new Date(now),
    expiresAt: new Date(now + numberOf(settings, 'ratingWaitMinutes') * MINUTE),
  })
  return request
}

/** What is said to an answer: thanks for a score, how it works to anything else. */
export async function replyTo(
  tx: Tx,
  channelId: number,
  score: number | null,
  settings: SettingValues,
): Promise<string> {
  const rules = await ratingRules(tx, channelId)
  return score === null
    ? rules.ratingInvalidMessage.trim() || settings.ratingInvalidMessage.trim()
    : rules.ratingThanksMessage.trim() || settings.ratingThanksMessage.trim()
}
