import { type Loose, records, text } from '@recado/loose-json'
import type { ContentOf, MediaRef } from '@recado/sdk'
import { componentOf, type Definition, definitionOf, placeholders } from '../templates/definition.ts'
import { type Part, refused, type Sending } from './body.ts'
import { guessComponents } from './template-guess.ts'
import { mediaInfo, uploadOnce } from './upload.ts'

/** What a template's variables say, where its parts stand, and the files that go into its headers. */
interface Filling {
  sending: Sending
  variables: Readonly<Record<string, string>>
  /** `card.0.` within cards. */
  prefix: string
  isNamed: boolean
  signal: AbortSignal
  /** Upload files anew. */
  again: boolean
}

/** A message of an approved template: as many parameters as it has places, in its own format. */
export async function templatePart(sending: Sending, content: ContentOf<'template'>): Promise<Part> {
  const build = async (signal: AbortSignal, again: boolean) => {
    const { name, language, variables } = content
    const known = await definitionOf(sending.ctx, sending.cloud, name, language, signal)
    const filling: Filling = { sending, variables, prefix: '', isNamed: known?.isNamed ?? false, signal, again }
    const components = known ? await fill(filling, known, content) : guessComponents(variables)
    const filled = components.length > 0 ? { components } : {}
    return { type: 'template', template: { name, language: { code: language }, ...filled } }
  }
  return { build: (signal) => build(signal, false), rebuild: (signal) => build(signal, true) }
}

async function fill(filling: Filling, { components }: Definition, content: ContentOf<'template'>) {
  return [
    ...(await headerOf(filling, componentOf(components, 'HEADER'), content.header)),
    ...bodyOf(filling, componentOf(components, 'BODY')),
    ...buttonsOf(filling, componentOf(components, 'BUTTONS')),
    ...(await cardsOf(filling, componentOf(components, 'CAROUSEL'), content.cards)),
  ]
}

async function headerOf(filling: Filling, header: Loose, media: MediaRef | undefined): Promise<object[]> {
  const { sending, signal, again, prefix } = filling
  const format = text(header.format)?.toUpperCase()
  if (format === 'TEXT') {
    const parameters = placeholders(header.text).map((name) => parameter(filling, 'header', name))
    return parameters.length > 0 ? [{ type: 'header', parameters }] : []
  }
  if (format === 'LOCATION') {
    const [latitude, longitude, name, address] = ['latitude', 'longitude', 'name', 'address'].map((part) =>
      variableOf(filling, `${prefix}header.${part}`),
    )
    return [{ type: 'header', parameters: [{ type: 'location', location: { latitude, longitude, name, address } }] }]
  }
  if (format !== 'IMAGE' && format !== 'VIDEO' && format !== 'DOCUMENT') return []
  if (!media) throw refused(sending.ctx, 'error.templateHeader')
  const info = await mediaInfo(sending.ctx, media)
  const kind = format.toLowerCase()
  const id = await uploadOnce(sending.ctx, sending.cloud, info, signal, again)
  const filename = kind === 'document' && info.fileName ? { filename: info.fileName } : {}
  return [{ type: 'header', parameters: [{ type: kind, [kind]: { id, ...filename } }] }]
}

function bodyOf(filling: Filling, body: Loose): object[] {
  const parameters = placeholders(body.text).map((name) => parameter(filling, 'body', name))
  return parameters.length > 0 ? [{ type: 'body', parameters }] : []
}

function parameter(filling: Filling, part: string, name: string): object {
  const value = variableOf(filling, `${filling.prefix}${part}.${name}`)
  return { type: 'text', ...(filling.isNamed ? { parameter_name: name } : {}), text: value }
}

/** An empty parameter is refused by Meta in words that tell nobody which one it was. */
function variableOf({ sending, variables }: Filling, key: string): string {
  const value = variables[key]?.trim()
  if (!value) throw refused(sending.ctx, 'error.templateVariable', { name: key })
  return value
}

/** The n-th button's own variable: the end of an address, a code to copy, what a tap answers. */
function buttonsOf(filling: Filling, { buttons }: Loose): object[] {
  return records(buttons).flatMap((button, at) => {
    const key = `${filling.prefix}button.${at}`
    const own = filling.variables[key]?.trim()
    const component = (sub_type: string, value: object) => [
      { type: 'button', sub_type, index: String(at), parameters: [value] },
    ]
    switch (text(button.type)?.toUpperCase()) {
      case 'URL':
        return placeholders(button.url).length > 0
          ? component('url', { type: 'text', text: variableOf(filling, key) })
          : []
      case 'OTP':
        return component('url', { type: 'text', text: own || variableOf(filling, `${filling.prefix}body.1`) })
      case 'COPY_CODE':
        return component('copy_code', { type: 'coupon_code', coupon_code: variableOf(filling, key) })
      case 'QUICK_REPLY':
        return own ? component('quick_reply', { type: 'payload', payload: own }) : []
      case 'FLOW':
        return component('flow', { type: 'action', action: { flow_token: own || 'unused' } })
      default:
        return []
    }
  })
}

/** All cards of the template, each with the header that stands at its place. */
async function cardsOf(filling: Filling, { cards }: Loose, media: MediaRef[] = []): Promise<object[]> {
  const built = []
  for (const [at, card] of records(cards).entries()) {
    const components = records(card.components)
    const inside = { ...filling, prefix: `card.${at}.` }
    built.push({
      card_index: at,
      components: [
        ...(await headerOf(inside, componentOf(components, 'HEADER'), media[at])),
        ...bodyOf(inside, componentOf(components, 'BODY')),
        ...buttonsOf(inside, componentOf(components, 'BUTTONS')),
      ],
    })
  }
  return built.length > 0 ? [{ type: 'carousel', cards: built }] : []
}
