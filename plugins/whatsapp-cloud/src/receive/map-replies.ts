import { type Loose, number, parse, record, records, text } from '@recado/loose-json'
import { type Content, type ContentOf, MAX_TEXT } from '@recado/sdk'
import { defined } from '../defined.ts'
import { type Translate, words } from './words.ts'

type Field = ContentOf<'form'>['fields'][number]

/** A tap on what we sent, or a form that was filled in; undefined when it is neither. */
export function interactiveOf(payload: unknown, t: Translate): Content | undefined {
  const interactive = record(payload)
  const reply = [record(interactive.button_reply), record(interactive.list_reply)].find(({ id }) => id !== undefined)
  if (reply) return choiceOf(reply.id, reply.title)
  if (interactive.nfm_reply) return formOf(record(interactive.nfm_reply), t)
  const permission = text(record(interactive.call_permission_reply).response)
  if (permission === undefined) return undefined
  const key = permission === 'accept' ? 'call.allowed' : 'call.refused'
  return choiceOf(`call_permission:${permission}`, t(key))
}

/** A quick reply below a template; without a payload its label is all there is. */
export function templateButtonOf(payload: unknown): Content | undefined {
  const button = record(payload)
  return choiceOf(button.payload ?? button.text, button.text)
}

function choiceOf(id: unknown, label: unknown): Content | undefined {
  const chosen = words(id, 256)
  return chosen === undefined ? undefined : { type: 'choice', id: chosen, text: words(label, MAX_TEXT) ?? chosen }
}

/** A flow's answers come as text that need not be JSON, and JSON that need not be an object. */
function formOf(reply: Loose, t: Translate): Content {
  const raw = text(reply.response_json) ?? (reply.response_json ? JSON.stringify(reply.response_json) : '')
  const answers = Object.entries(record(parse(raw)))
    .filter(([name]) => name !== 'flow_token')
    .flatMap(([name, value]) => fieldOf(name.replaceAll('_', ' '), value))
  const fields = answers.length > 0 ? answers : fieldOf(t('form.answer'), raw)
  return { type: 'form', ...defined({ title: words(reply.body, 255) }), fields: fields.slice(0, 100) }
}

export function orderOf(payload: unknown, t: Translate): Content {
  const order = record(payload)
  const items = records(order.product_items).flatMap((item) => {
    const price = number(item.item_price)
    const amount = price === undefined ? '' : ` × ${price} ${text(item.currency) ?? ''}`.trimEnd()
    return fieldOf(text(item.product_retailer_id) ?? t('order.item'), `${number(item.quantity) ?? 1}${amount}`)
  })
  const about = [...fieldOf(t('order.note'), order.text), ...fieldOf(t('order.catalogue'), order.catalog_id)]
  return { type: 'form', title: t('order.title'), fields: [...items.slice(0, 98), ...about] }
}

function fieldOf(label: string, value: unknown): Field[] {
  const told = typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value)
  const shown = words(typeof value === 'boolean' ? String(value) : told, 4096)
  return shown === undefined ? [] : [{ label: words(label, 255) ?? '–', value: shown }]
}
