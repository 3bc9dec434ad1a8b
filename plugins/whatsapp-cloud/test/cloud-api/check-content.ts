import { type Loose, list, number, record, records, text } from '@recado/loose-json'
import { Fault } from './fault.ts'
import type { NumberState } from './model.ts'

const bad = (details: string): Fault => new Fault(131009, details)
const missing = (details: string): Fault => new Fault(131008, details)

/** At least one character and at most so many. */
export function within(what: string, value: unknown, max: number): string {
  if (typeof value !== 'string' || value.trim() === '') throw missing(`${what} is required`)
  if (value.length > max) throw bad(`${what} length invalid. Min length: 1, Max length: ${max}`)
  return value
}

/** A file by an id that was uploaded here, or by a link. */
export function checkFile(state: NumberState, what: string, file: Loose): void {
  const id = text(file.id)
  if (!id && !text(file.link)) throw missing(`${what} needs id or link`)
  if (id && !state.media.has(id)) throw new Fault(131053, `Media id ${id} not found`)
}

/** Refuses what Meta refuses of a message's content. @throws Fault */
export function checkContent(state: NumberState, type: string, content: unknown): void {
  const told = record(content)
  switch (type) {
    case 'text':
      within('text body', told.body, 4096)
      return
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      checkFile(state, type, told)
      if (told.caption !== undefined && (type === 'audio' || type === 'sticker')) throw bad(`${type} takes no caption`)
      if (told.caption !== undefined) within('caption', told.caption, 1024)
      return
    case 'location':
      if (number(told.latitude) === undefined || number(told.longitude) === undefined) throw missing('coordinates')
      return
    case 'contacts':
      if (records(content).length === 0) throw missing('contacts')
      for (const contact of records(content)) within('formatted_name', record(contact.name).formatted_name, 1024)
      return
    case 'reaction':
      within('message_id', told.message_id, 512)
      if (typeof told.emoji !== 'string') throw missing('emoji')
      return
    case 'interactive':
      checkInteractive(state, told)
      return
    default:
      throw new Fault(131051, `type ${type}`)
  }
}

function checkInteractive(state: NumberState, content: Loose): void {
  const type = text(content.type) ?? ''
  const action = record(content.action)
  within('body', record(content.body).text, 1024)
  if (content.footer !== undefined) within('footer', record(content.footer).text, 60)
  if (content.header !== undefined) checkHeader(state, record(content.header))
  switch (type) {
    case 'button': {
      const buttons = records(action.buttons)
      if (buttons.length < 1 || buttons.length > 3) throw bad('Invalid buttons count. Min allowed buttons: 1, Max: 3')
      const replies = buttons.map(({ reply }) => record(reply))
      for (const reply of replies) checkReply(reply, 20)
      unique(
        'Button title',
        replies.map(({ title }) => title),
      )
      unique(
        'Button id',
        replies.map(({ id }) => id),
      )
      return
    }
    case 'list':
      checkList(action)
      return
    case 'cta_url':
      checkLink(action)
      return
    case 'location_request_message':
      if (action.name !== 'send_location') throw bad('action name')
      return
    case 'carousel':
      checkCarousel(state, records(action.cards))
      return
    default:
      throw bad(`interactive type ${type}`)
  }
}

function checkHeader(state: NumberState, header: Loose): void {
  const type = text(header.type) ?? ''
  if (type === 'text') within('header', header.text, 60)
  else if (type === 'image' || type === 'video' || type === 'document') checkFile(state, 'header', record(header[type]))
  else throw bad(`header type ${type}`)
}

function checkReply(reply: Loose, titleLength: number): void {
  within('Button id', reply.id, 256)
  within('Button title', reply.title, titleLength)
}

function checkLink(action: Loose): void {
  const parameters = record(action.parameters)
  if (action.name !== 'cta_url') throw bad('action name')
  within('display_text', parameters.display_text, 20)
  if (!/^https?:\/\/\S+$/.test(text(parameters.url) ?? '')) throw bad('url')
}

function checkList(action: Loose): void {
  within('Button label', action.button, 20)
  const sections = records(action.sections)
  if (sections.length < 1 || sections.length > 10) throw bad('Sections: 1 to 10')
  const rows = sections.flatMap((section) => records(section.rows))
  if (rows.length < 1 || rows.length > 10) throw bad('Total row count exceed max allowed count: 10')
  for (const section of sections) if (sections.length > 1) within('Section title', section.title, 24)
  for (const row of rows) {
    within('Row id', row.id, 200)
    within('Row title', row.title, 24)
    if (row.description !== undefined) within('Row description', row.description, 72)
  }
  unique(
    'Row id',
    rows.map(({ id }) => id),
  )
}

function checkCarousel(state: NumberState, cards: Loose[]): void {
  if (cards.length < 2 || cards.length > 10) throw bad('Cards: 2 to 10')
  const shapes = cards.map((card, index) => {
    if (card.card_index !== index) throw bad('card_index')
    const header = record(card.header)
    if (header.type !== 'image' && header.type !== 'video') throw bad('card header')
    checkFile(state, 'card header', record(header[header.type]))
    if (card.body !== undefined) within('card body', record(card.body).text, 160)
    const action = record(card.action)
    const buttons = list(action.buttons)
    if (buttons.length === 0) {
      checkLink(action)
      return 'url'
    }
    for (const button of records(buttons)) checkReply(record(button.quick_reply), 20)
    return `reply:${buttons.length}`
  })
  if (new Set(shapes).size > 1) throw bad('Cards must have the same buttons')
}

function unique(what: string, values: unknown[]): void {
  if (new Set(values).size < values.length) throw bad(`${what} must be unique`)
}
