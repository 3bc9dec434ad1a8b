import { numberOf, objectsOf, textOf } from './read.ts'

/**
 * The text with the addresses of its hidden links behind their words, so that the agent sees where a link leads.
 * Telegram counts an entity's offset and length in UTF-16 units, as JavaScript does.
 */
export function withLinks(text: string, entities: unknown): string {
  const links = objectsOf(entities)
    .filter((entity) => entity.type === 'text_link')
    .map((entity) => ({
      start: numberOf(entity.offset) ?? -1,
      end: (numberOf(entity.offset) ?? -1) + (numberOf(entity.length) ?? 0),
      url: textOf(entity.url, 2048),
    }))
    .filter(({ start, end, url }) => start >= 0 && end > start && end <= text.length && url !== undefined)
    .sort((a, b) => b.end - a.end)
  let result = text
  for (const { start, end, url } of links) {
    if (text.slice(start, end) !== url) result = `${result.slice(0, end)} (${url})${result.slice(end)}`
  }
  return result
}
