import type { Contact, ContactContents } from '@recado/core/modules/contacts/contract'

export interface MergePreview {
  addresses: number
  tickets: number
  /** Names of what the contact that stays does not have yet. */
  tags: string[]
  wallets: string[]
  extra: string[]
  /** Facts that both have with different values: the one of the contact that stays counts. */
  kept: string[]
  /** What the contact that stays gains because it has none. */
  gains: ('number' | 'email')[]
  /** Live conversations that end because both have one in the same place. */
  closing: { id: number; protocol: string; channel: string; isOwn: boolean }[]
}

interface Side {
  contact: Contact
  contents: ContactContents
}

/** What making `from` a part of `into` will do, by the rules of the server. */
export function previewMerge(into: Side, from: Side): MergePreview {
  const tagIds = new Set(into.contact.tags.map(({ id }) => id))
  const walletIds = new Set(into.contact.wallets.map(({ id }) => id))
  const facts = new Map(into.contact.extraInfo.map(({ name, value }) => [name, value]))
  const gains = (['number', 'email'] as const).filter((field) => !into.contact[field] && from.contact[field])
  return {
    addresses: from.contact.addresses.length,
    tickets: from.contents.tickets,
    tags: from.contact.tags.filter(({ id }) => !tagIds.has(id)).map(({ name }) => name),
    wallets: from.contact.wallets.filter(({ id }) => !walletIds.has(id)).map(({ name }) => name),
    extra: from.contact.extraInfo.filter(({ name }) => !facts.has(name)).map(({ name }) => name),
    kept: from.contact.extraInfo
      .filter(({ name, value }) => facts.has(name) && facts.get(name) !== value)
      .map(({ name }) => name),
    gains,
    closing: from.contents.live.flatMap((theirs) => {
      const ours = into.contents.live.find(
        (one) => one.channel.id === theirs.channel.id && one.thread === theirs.thread,
      )
      if (!ours) return []
      const isOwn = isOlder(ours, theirs)
      const { id, protocol, channel } = isOwn ? ours : theirs
      return [{ id, protocol, channel: channel.name, isOwn }]
    }),
  }
}

type Live = ContactContents['live'][number]

const isOlder = (a: Live, b: Live): boolean => {
  const [one, other] = [Date.parse(a.lastMessageAt), Date.parse(b.lastMessageAt)]
  return one === other ? a.id < b.id : one < other
}
