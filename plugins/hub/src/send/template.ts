import { list, text as textOf } from '@recado/loose-json'
import { type ChannelContext, type ContentOf, type MediaRef, PluginError } from '@recado/sdk'
import { LINK_SECONDS } from '../limits.ts'
import { buttonTypesKey } from '../templates/templates.ts'
import type { Wire } from './contents.ts'

type Template = ContentOf<'template'>
type Parameter = Record<string, unknown>

/** An approved message of WhatsApp with its variables, in Meta's shape. */
export async function templateContent(ctx: ChannelContext, content: Template): Promise<Wire> {
  const { name, language, variables, header, cards = [] } = content
  const kept = list((await ctx.store.get<unknown>(buttonTypesKey(name, language)))?.value)
  const buttonTypes = kept.map((type) => textOf(type) ?? 'URL')
  const carousel = await cardsOf(ctx, variables, cards)
  const components = [
    ...(await headerOf(ctx, header, parametersOf(variables, 'header'))),
    ...bodyOf(parametersOf(variables, 'body')),
    ...buttonsOf(variables, '', buttonTypes),
    ...(carousel.length > 0 ? [{ type: 'carousel', cards: carousel }] : []),
  ]
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(components.length > 0 ? { components } : {}) },
  }
}

/** `body.1`, `body.2` in their order; `body.name` by name. */
function parametersOf(variables: Template['variables'], part: string): Parameter[] {
  const prefix = `${part}.`
  return Object.entries(variables)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => ({ name: key.slice(prefix.length), text }))
    .sort((a, b) => Number(a.name) - Number(b.name) || 0)
    .map(({ name, text }) => ({ type: 'text', text, ...(/^\d+$/.test(name) ? {} : { parameter_name: name }) }))
}

const bodyOf = (parameters: Parameter[]) => (parameters.length > 0 ? [{ type: 'body', parameters }] : [])

async function headerOf(ctx: ChannelContext, media: MediaRef | undefined, texts: Parameter[]) {
  if (!media) return texts.length > 0 ? [{ type: 'header', parameters: texts }] : []
  const info = media.id ? await ctx.media.info(media.id) : null
  if (!info) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileGone') })
  const [main] = info.mimeType.split('/')
  const type = main === 'image' || main === 'video' ? main : 'document'
  const link = await ctx.media.url(info.id, LINK_SECONDS)
  const named = type === 'document' && info.fileName ? { filename: info.fileName } : {}
  return [{ type: 'header', parameters: [{ type, [type]: { link, ...named } }] }]
}

/** What a button's variable is depends on the button, which the list of templates told. */
function buttonsOf(variables: Template['variables'], before: string, types: readonly string[]) {
  const prefix = `${before}button.`
  return Object.entries(variables)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => ({ index: Number(key.slice(prefix.length)), value }))
    .filter(({ index }) => Number.isInteger(index))
    .sort((a, b) => a.index - b.index)
    .map(({ index, value }) => ({ type: 'button', index: String(index), ...buttonValue(types[index] ?? 'URL', value) }))
}

function buttonValue(type: string, value: string) {
  if (type === 'COPY_CODE') return { sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }
  if (type === 'QUICK_REPLY') return { sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: value }] }
  return { sub_type: 'url', parameters: [{ type: 'text', text: value }] }
}

async function cardsOf(ctx: ChannelContext, variables: Template['variables'], headers: MediaRef[]) {
  const numbers = Object.keys(variables).flatMap((key) => /^card\.(\d+)\./.exec(key)?.[1] ?? [])
  const count = Math.min(10, Math.max(headers.length, ...numbers.map((index) => Number(index) + 1), 0))
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      card_index: index,
      components: [
        ...(await headerOf(ctx, headers[index], [])),
        ...bodyOf(parametersOf(variables, `card.${index}.body`)),
        ...buttonsOf(variables, `card.${index}.`, []),
      ],
    })),
  )
}
