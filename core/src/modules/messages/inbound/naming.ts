import { type Content, contentText, type Mention, mentionsIn } from '@recado/sdk'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import type { ChannelRef } from '../../../plugin-host/index.ts'
import { phoneVariants, storedAddress } from '../../contacts/index.ts'
import { lineOf } from '../content.ts'
import { type KnownPerson, peopleBehind } from '../people-repo.ts'
import type { StoredEvent } from './normalise.ts'

const NUMBER = /^\+?\d{5,20}$/

const mentionsOf = (event: StoredEvent): readonly Mention[] =>
  event.kind === 'message' || event.kind === 'edit' ? mentionsIn(event.content) : []

/**
 * Providers name people in a text by numbers. Here they go by the name that the company knows them by, or else by the
 * one that the provider tells; from the start, so that a line of the list, a search and a print say the same as the
 * conversation, today and later.
 */
export async function withNames(
  uow: UnitOfWork,
  { tenantId, addressScope }: ChannelRef,
  events: StoredEvent[],
): Promise<StoredEvent[]> {
  const spelt = events.flatMap(mentionsOf).flatMap(({ address }) => {
    const values = address.kind === 'phone' ? phoneVariants(address.value) : [address.value]
    return values.map((value) => storedAddress({ kind: address.kind, value }, addressScope))
  })
  if (spelt.length === 0) return events
  const known = await peopleBehind(uow, tenantId, spelt)
  return events.map((event) => {
    if (event.kind !== 'message' && event.kind !== 'edit') return event
    const content = named(event.content, known)
    if (content === event.content || event.kind === 'edit') return { ...event, content }
    return { ...event, content, body: contentText(content), line: lineOf(content) }
  })
}

function named(content: Content, known: readonly KnownPerson[]): Content {
  if ((content.type !== 'text' && content.type !== 'media') || mentionsIn(content).length === 0) return content
  const mentions = mentionsIn(content).map((mention): Mention & { was: string } => {
    const { token, address } = mention
    const name = nameOf(mention, known)
    // better a number that people can read than an id that nobody can
    const shown = name ?? (address.kind === 'phone' ? address.value : token)
    return { ...mention, was: token, token: shown, ...(name ? { name } : {}) }
  })
  // Longer numbers first: one may begin with another.
  const text = [...mentions]
    .sort((a, b) => b.was.length - a.was.length)
    .reduce((left, { was, token }) => left.replaceAll(`@${was}`, `@${token}`), content.text ?? '')
  return { ...content, text, mentions: mentions.map(({ was: _was, ...mention }) => mention) }
}

function nameOf({ address, name }: Mention, known: readonly KnownPerson[]): string | undefined {
  const values = address.kind === 'phone' ? phoneVariants(address.value) : [address.value]
  const contact = known.find(({ kind, value }) => kind === address.kind && values.includes(value))?.name.trim()
  // who never told a name goes by their number
  return contact && !NUMBER.test(contact) ? contact : name?.trim() || undefined
}
