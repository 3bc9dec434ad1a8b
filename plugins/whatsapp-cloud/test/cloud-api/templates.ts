import { type Loose, list, record, records, text } from '@recado/loose-json'
import { Fault, gone } from './fault.ts'
import type { Answer, Call, Json, NumberState, StoredTemplate, World } from './model.ts'

const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION']

export function addTemplate(world: World, number: NumberState, given: Partial<StoredTemplate>): StoredTemplate {
  const template: StoredTemplate = {
    id: world.nextId('1700'),
    name: 'aviso',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá' }],
    ...given,
  }
  number.templates.set(template.id, template)
  return template
}

/** `/{account}/message_templates` */
export function answerTemplates(world: World, { number, method, query, json }: Call): Answer | null {
  if (method === 'GET') return page(number, query, world.url)
  if (method === 'POST') return create(world, number, json)
  if (method !== 'DELETE') return null
  const { name, hsm_id } = query
  const found = [...number.templates.values()].filter((one) => one.name === name && (!hsm_id || one.id === hsm_id))
  if (found.length === 0) throw new Fault(100, undefined, { subcode: 2593002, title: 'Message Template Not Found' })
  for (const { id } of found) number.templates.delete(id)
  return { json: { success: true } }
}

/** `/{template}`: reading it, or changing what it says. */
export function answerTemplate({ method, json }: Call, template: StoredTemplate, world: World): Answer {
  if (method === 'GET') return { json: template }
  if (method !== 'POST') throw gone(template.id)
  if (template.status === 'APPROVED' && json.category !== undefined)
    throw new Fault(100, undefined, {
      subcode: 2388025,
      title: 'The category of an approved template cannot be edited',
    })
  const components = records(json.components) as Json[]
  checkComponents(world, components)
  Object.assign(template, { components, status: 'PENDING' })
  return { json: { success: true } }
}

/** A template's pages carry a cursor on the last one too, but no `next`. */
function page(number: NumberState, query: Record<string, string>, url: string): Answer {
  const all = [...number.templates.values()].filter(({ name }) => !query.name || name.includes(query.name))
  const start = Number(query.after ?? 0)
  const end = start + Number(query.limit ?? 25)
  const next = end < all.length ? { next: `${url}/next` } : {}
  return {
    json: { data: all.slice(start, end), paging: { cursors: { before: String(start), after: String(end) }, ...next } },
  }
}

function create(world: World, number: NumberState, json: Json): Answer {
  const name = text(json.name) ?? ''
  const language = text(json.language) ?? ''
  if (!/^[a-z0-9_]{1,512}$/.test(name)) throw new Fault(100, 'name: only lowercase letters, digits and underscores')
  if (!CATEGORIES.includes(text(json.category) ?? '')) throw new Fault(100, 'category')
  if ([...number.templates.values()].some((one) => one.name === name && one.language === language))
    throw new Fault(100, 'There is already content in this language', { subcode: 2388024, title: 'Content exists' })
  const components = records(json.components) as Json[]
  checkComponents(world, components)
  const made = addTemplate(world, number, {
    name,
    language,
    category: text(json.category) ?? '',
    status: 'PENDING',
    components,
    ...(json.parameter_format === undefined ? {} : { parameter_format: json.parameter_format }),
  })
  return { json: { id: made.id, status: made.status, category: made.category } }
}

/** Every variable and every file needs an example; a variable may not stand at either end. */
function checkComponents(world: World, components: readonly Loose[]): void {
  const rule = (title: string, subcode: number) => new Fault(100, undefined, { title, subcode })
  const body = record(components.find(({ type }) => type === 'BODY'))
  if (!text(body.text) && !components.some(({ type }) => type === 'CAROUSEL')) throw rule('BODY is required', 2388043)
  for (const component of components) {
    const example = record(component.example)
    if ('headerMediaId' in example) throw new Fault(100, 'example: unknown key headerMediaId')
    const said = text(component.text) ?? ''
    const examples = [
      example.body_text,
      example.header_text,
      example.body_text_named_params,
      example.header_text_named_params,
    ]
    if (/\{\{/.test(said) && examples.every((one) => list(one).length === 0))
      throw rule('Variables need examples', 2388299)
    if (component.type === 'BODY' && /^\{\{|\}\}$/.test(said.trim()))
      throw rule('Variables cannot be at the start or end of the template', 2388299)
    const format = text(component.format)
    if (format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT') {
      const [handle] = list(example.header_handle)
      if (!world.handles.has(text(handle) ?? '')) throw rule('The header needs a sample file', 2388273)
    }
    for (const card of records(component.cards)) checkCards(world, card)
  }
}

function checkCards(world: World, card: Loose): void {
  checkComponents(world, records(card.components))
}
