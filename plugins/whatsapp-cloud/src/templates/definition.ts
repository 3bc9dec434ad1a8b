import { type Loose, number, record, records, text } from '@recado/loose-json'
import { type ChannelContext, isPluginError } from '@recado/sdk'
import type { Cloud } from '../api/cloud.ts'
import { STORE } from '../store-keys.ts'

/** How a template is built: what its sends have to bring. */
export interface Definition {
  components: Loose[]
  isNamed: boolean
}

/** Webhooks tell of changes; this is for those that never came. */
const GOOD_FOR_MS = 60 * 60 * 1000

const PASSING = new Set(['RATE_LIMITED', 'TEMPORARY'])

const keyOf = (name: string, language: string): string => `${STORE.template}${name}:${language}`

/** Null when Meta knows no such template; the send will then be refused in Meta's words. */
export async function definitionOf(
  ctx: ChannelContext,
  cloud: Cloud,
  name: string,
  language: string,
  signal: AbortSignal,
): Promise<Definition | null> {
  const key = keyOf(name, language)
  const kept = record((await ctx.store.get(key))?.value)
  if ((number(kept.until) ?? 0) > ctx.clock.now()) return readDefinition(kept)
  const query = { name, language, fields: 'name,language,components,parameter_format', limit: 100 }
  const answer = await cloud.graph
    .call(`${cloud.account}/message_templates`, { query, signal })
    .catch((error: unknown) => {
      // An old picture will mostly do; reading templates has a budget of its own at Meta.
      if (kept.components && isPluginError(error) && PASSING.has(error.code))
        return { data: [{ name, language, ...kept }] }
      throw error
    })
  const found = records(answer.data).find((one) => text(one.name) === name && text(one.language) === language)
  if (!found) return null
  const { components, parameter_format } = found
  await ctx.store.set(key, { components, parameter_format, until: ctx.clock.now() + GOOD_FOR_MS })
  return readDefinition(found)
}

const readDefinition = (found: Loose): Definition => ({
  components: records(found.components),
  isNamed: text(found.parameter_format)?.toUpperCase() === 'NAMED',
})

/** A template changed, or a send showed that our picture of it is old. */
export async function forgetTemplate({ store }: Pick<ChannelContext, 'store'>, told: Loose): Promise<void> {
  const name = text(told.message_template_name)
  const language = text(told.message_template_language)
  if (name && language) await store.delete(keyOf(name, language))
}

/** The names between double braces, each once: `1`, `2` in their order, or words as they stand. */
export function placeholders(value: unknown): string[] {
  const found = [...(text(value) ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name)
  const names = [...new Set(found)]
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** The component of a type, in capitals or not. */
export const componentOf = (components: readonly Loose[], type: string): Loose =>
  record(components.find((one) => text(one.type)?.toUpperCase() === type))
