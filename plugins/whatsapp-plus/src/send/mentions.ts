import type { ContentOf } from '@recado/sdk'
import { idOf } from '@recado/whatsapp-ids'

/** WhatsApp finds people in a text by their number behind the `@`, whatever our own text calls them. */
export function withMentions(content: ContentOf<'text'>): { text: string; ids: string[] } {
  const named = (content.mentions ?? []).flatMap(({ token, address }) => {
    const id = idOf(address)
    return id ? [{ token, id, number: address.value }] : []
  })
  // Longer names first: one may begin with another.
  const ordered = [...named].sort((a, b) => b.token.length - a.token.length)
  const text = ordered.reduce((left, { token, number }) => left.replaceAll(`@${token}`, `@${number}`), content.text)
  return { text, ids: [...new Set(named.map(({ id }) => id))] }
}
