import { type Loose, record, records, text } from '@recado/loose-json'
import { checkFile } from './check-content.ts'
import { Fault } from './fault.ts'
import type { NumberState, StoredTemplate } from './model.ts'

export function templateFor(state: NumberState, content: Loose): StoredTemplate {
  const name = text(content.name) ?? ''
  const language = text(record(content.language).code) ?? ''
  const found = [...state.templates.values()].find((one) => one.name === name && one.language === language)
  if (!found) throw new Fault(132001, `template name (${name}) does not exist in ${language}`)
  if (found.status === 'PAUSED') throw new Fault(132015)
  if (found.status === 'DISABLED') throw new Fault(132016)
  if (found.status !== 'APPROVED') throw new Fault(132001, `template name (${name}) is ${found.status}`)
  return found
}

/** As many parameters as the approved template has places, in its format. @throws Fault */
export function checkTemplate(state: NumberState, content: Loose): StoredTemplate {
  const template = templateFor(state, content)
  checkComponents(state, template.components, records(content.components), template.parameter_format === 'NAMED')
  return template
}

const partOf = (components: readonly Loose[], type: string): Loose =>
  record(components.find((one) => text(one.type)?.toUpperCase() === type))

const places = (value: unknown): string[] => [
  ...new Set([...(text(value) ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name)),
]

function checkComponents(state: NumberState, wanted: readonly Loose[], given: Loose[], isNamed: boolean): void {
  checkHeader(state, partOf(wanted, 'HEADER'), records(partOf(given, 'HEADER').parameters))
  checkTexts('body', places(partOf(wanted, 'BODY').text), records(partOf(given, 'BODY').parameters), isNamed)
  checkButtons(
    records(partOf(wanted, 'BUTTONS').buttons),
    given.filter(({ type }) => type === 'button'),
  )
  const cards = records(partOf(wanted, 'CAROUSEL').cards)
  const givenCards = records(partOf(given, 'CAROUSEL').cards)
  if (cards.length !== givenCards.length) throw new Fault(132012, 'number of carousel cards does not match')
  for (const [at, card] of cards.entries())
    checkComponents(state, records(card.components), records(record(givenCards[at]).components), isNamed)
}

function checkHeader(state: NumberState, header: Loose, parameters: Loose[]): void {
  const format = text(header.format)?.toUpperCase()
  if (format === undefined || format === 'TEXT') {
    checkTexts('header', places(header.text), parameters, false)
    return
  }
  const [first] = parameters
  const kind = format.toLowerCase()
  if (parameters.length !== 1) throw new Fault(132012, `header: Format mismatch, expected ${format}, received UNKNOWN`)
  if (first?.type !== kind) throw new Fault(132012, `header: Format mismatch, expected ${format}`)
  if (kind !== 'location') checkFile(state, 'header', record(first[kind]))
}

function checkTexts(part: string, wanted: string[], given: Loose[], isNamed: boolean): void {
  if (wanted.length !== given.length) {
    const counts = `number of localizable_params (${given.length}) does not match the expected (${wanted.length})`
    throw new Fault(132000, `${part}: ${counts}`)
  }
  for (const parameter of given) {
    if (!text(parameter.text)) throw new Fault(131008, `${part}: text is required`)
    if (isNamed && !wanted.includes(text(parameter.parameter_name) ?? '')) throw new Fault(132012, `${part}: name`)
  }
}

function checkButtons(wanted: Loose[], given: Loose[]): void {
  for (const button of given) {
    const target = wanted[Number(button.index)]
    if (!target || typeof button.index !== 'string') throw new Fault(132012, 'buttons: index')
    const type = text(target.type)?.toUpperCase() ?? ''
    const expected = type === 'OTP' ? 'url' : type.toLowerCase()
    if (button.sub_type !== expected) throw new Fault(132012, `buttons: sub_type must be ${expected}`)
  }
  for (const [at, button] of wanted.entries()) {
    const needs = places(button.url).length > 0 || button.type === 'COPY_CODE' || button.type === 'OTP'
    if (needs && !given.some(({ index }) => index === String(at)))
      throw new Fault(131008, `Button at index ${at} of type Url requires a parameter`)
  }
}
