import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/index.ts'
import type { ContactMerge } from './contract.ts'
import type { MergeRecord } from './merge-repo.ts'
import { shownName, shownPhone } from './presenter.ts'

/** Words for kinds of addresses, in the order in which they are named. */
const KINDS: Record<string, TextKey> = {
  phone: 'address.phone',
  pn: 'address.phone',
  lid: 'address.lid',
  bsuid: 'address.bsuid',
  psid: 'address.psid',
  igsid: 'address.igsid',
  telegram: 'address.telegram',
}

function whyOf({ reason, channel, kinds, user }: MergeRecord, locale: Locale): string {
  if (reason === 'person')
    return user ? translate(locale, 'merge.person', { user: user.name }) : translate(locale, 'merge.somebody')
  const known = Object.keys(KINDS).filter((kind) => kinds.includes(kind))
  const words = [...new Set([...known, ...kinds])].map((kind) => {
    const key = KINDS[kind]
    return key ? translate(locale, key) : translate(locale, 'address.other', { kind })
  })
  if (words.length < 2) return translate(locale, 'merge.spellings', { channel: channel?.name ?? null })
  const addresses = new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
  return translate(locale, 'merge.addresses', { channel: channel?.name ?? null, addresses })
}

export function presentMerge(
  record: MergeRecord,
  { showPhones, locale }: { showPhones: boolean; locale: Locale },
): ContactMerge {
  const { id, intoId, merged, reason, channel, kinds, user, createdAt, undoneAt, undoneBy, isNested, moved } = record
  return {
    id,
    contactId: intoId,
    merged: {
      id: merged.id,
      name: shownName(merged, showPhones),
      number: merged.number === null ? null : shownPhone(merged.number, showPhones),
    },
    reason: reason === 'person' ? 'person' : 'addresses',
    why: whyOf(record, locale),
    channel,
    kinds,
    user,
    moved,
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    undoneBy,
    isUndoable: undoneAt === null && !isNested,
  }
}
