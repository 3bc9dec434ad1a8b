import { type Loose, millis, records, text } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import { firstOf, personOf } from './map-party.ts'
import type { Mapping } from './words.ts'

const WANTED: Readonly<Record<string, boolean>> = { stop: false, resume: true, signup: true }

/** The field `user_preferences`: who wants advertising, and who no longer. */
export function mapPreferences(value: Loose, { now }: Mapping): InboundEvent[] {
  const contacts = records(value.contacts)
  return records(value.user_preferences).flatMap((preference) => {
    const marketing = WANTED[text(preference.value)?.toLowerCase() ?? '']
    const party = personOf({ phone: text(preference.wa_id), user: text(preference.user_id) }, contacts)
    if (text(preference.category) !== 'marketing_messages' || marketing === undefined || !party) return []
    return firstOf(party) ? [{ kind: 'contact', party, marketing, at: millis(preference.timestamp, now) }] : []
  })
}
