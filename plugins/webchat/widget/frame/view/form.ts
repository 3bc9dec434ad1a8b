import type { PrechatField } from '../../../src/wire.ts'
import { h } from '../dom.ts'
import { ApiError } from '../net/api.ts'
import { errorText, type Texts } from '../texts.ts'

interface Field extends Omit<PrechatField, 'kind'> {
  kind: PrechatField['kind'] | 'message'
  value?: string
}

const TYPES = { name: 'text', email: 'email', phone: 'tel', text: 'text', message: 'text' } as const
const COMPLETE = { name: 'name', email: 'email', phone: 'tel', text: 'off', message: 'off' } as const
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[0-9 ().-]{6,31}$/

interface Options {
  /** Larger, above the rest. */
  lead?: string
  intro: string
  submit: string
  fields: Field[]
  texts: Texts
  onSubmit(values: Record<string, string>): Promise<void>
}

/** A short form: labels above, errors at their field, the first wrong one takes the focus. */
export function createForm({ lead, intro, submit, fields, texts, onSubmit }: Options): HTMLFormElement {
  const parts = fields.map((field) => {
    const id = `field-${field.key}`
    const shared = {
      id,
      name: field.key,
      dir: 'auto',
      required: field.required,
      'aria-describedby': `${id}-problem`,
      autocomplete: COMPLETE[field.kind],
      maxlength: field.kind === 'message' ? 4_000 : 320,
    }
    const input =
      field.kind === 'message'
        ? h('textarea', { ...shared, rows: 4 })
        : h('input', { ...shared, type: TYPES[field.kind] })
    input.value = field.value ?? ''
    const problem = h('p', { class: 'problem', id: `${id}-problem` })
    const label = field.label ?? texts[field.kind === 'text' ? 'message' : field.kind]
    const optional = field.required ? '' : ` (${texts.optional})`
    const element = h(
      'div',
      { class: 'field' },
      h('label', { for: id, dir: 'auto' }, label, h('span', { class: 'small' }, optional)),
      input,
      problem,
    )
    return { field, input, problem, element }
  })
  const button = h('button', { type: 'submit', class: 'primary' }, submit)
  const general = h('p', { class: 'problem', role: 'alert' })

  function problemOf(field: Field, value: string): string {
    if (!value) return field.required ? texts.required : ''
    if (field.kind === 'email' && !EMAIL.test(value)) return texts.badEmail
    if (field.kind === 'phone' && !PHONE.test(value)) return texts.badPhone
    return ''
  }

  function show(part: (typeof parts)[number], text: string): void {
    part.problem.textContent = text
    if (text) part.input.setAttribute('aria-invalid', 'true')
    else part.input.removeAttribute('aria-invalid')
  }

  async function submitted(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    general.textContent = ''
    for (const part of parts) show(part, problemOf(part.field, part.input.value.trim()))
    const wrong = parts.find((part) => part.problem.textContent)
    if (wrong) return wrong.input.focus()
    button.disabled = true
    try {
      await onSubmit(Object.fromEntries(parts.map(({ field, input }) => [field.key, input.value.trim()])))
    } catch (error) {
      const part = error instanceof ApiError && parts.find(({ field }) => field.key === error.field)
      if (part) {
        show(part, texts.badValue)
        part.input.focus()
      } else if (error instanceof ApiError && error.code !== 'ERR_NETWORK')
        general.textContent = errorText(texts, error.code, {})
      else general.textContent = texts.offline
    } finally {
      button.disabled = false
    }
  }

  const submitting = (event: SubmitEvent) => void submitted(event)
  const elements = parts.map(({ element }) => element)
  return h(
    'form',
    { class: 'form', novalidate: true, submit: submitting },
    lead ? h('p', { class: 'lead', dir: 'auto' }, lead) : null,
    h('p', { dir: 'auto' }, intro),
    ...elements,
    general,
    button,
  )
}
