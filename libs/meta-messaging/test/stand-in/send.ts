import { list, record, records, text } from '@recado/loose-json'
import type { State } from './model.ts'
import { Refusal } from './refusal.ts'

const HOUR = 3_600_000
const bytes = (value: string) => new TextEncoder().encode(value).byteLength

/** `POST /{account}/messages`: takes and refuses what Meta takes and refuses. */
export async function takeSend(state: State, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { id, comment_id: comment } = record(body.recipient)
  const action = text(body.sender_action)
  if (action) return takeAction(state, text(id) ?? '', action, record(body.payload))
  const to =
    comment === undefined ? checkedPerson(state, text(id) ?? '', body) : checkedComment(state, text(comment) ?? '')
  const message = record(body.message)
  checkMessage(state, message)
  await checkFile(state, message)
  const mid = state.newId('m_out')
  const replyTo = text(record(body.reply_to).mid)
  state.sent.add({
    mid,
    to,
    message: { ...message },
    ...(comment === undefined ? {} : { comment: String(comment) }),
    ...(text(body.messaging_type) ? { messagingType: String(body.messaging_type) } : {}),
    ...(text(body.tag) ? { tag: String(body.tag) } : {}),
    ...(replyTo ? { replyTo } : {}),
  })
  return { recipient_id: to, message_id: mid }
}

function takeAction(state: State, to: string, action: string, payload: Record<string, unknown>) {
  personOf(state, to)
  if (!['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'].includes(action))
    throw new Refusal(100, `(#100) Param sender_action must be one of: ${action}`)
  const isReaction = action === 'react' || action === 'unreact'
  if (isReaction && !text(payload.message_id)) throw new Refusal(100, '(#100) payload requires message_id')
  if (action === 'react' && state.options.platform === 'instagram' && payload.reaction !== 'love')
    throw new Refusal(100, '(#100) Invalid reaction')
  state.actions.add({ to, action, ...(isReaction ? { payload: { ...payload } } : {}) })
  return { recipient_id: to }
}

function personOf(state: State, id: string) {
  const person = state.people.get(id)
  if (!person) throw new Refusal(100, '(#100) No matching user found', 2018001)
  if (person.hasBlocked) throw new Refusal(551, "(#551) This person isn't available right now.")
  return person
}

function checkedPerson(state: State, id: string, body: Record<string, unknown>): string {
  const { wroteAt } = personOf(state, id)
  const isTagged = body.messaging_type === 'MESSAGE_TAG' && body.tag === 'HUMAN_AGENT'
  if (state.options.platform === 'facebook' && !text(body.messaging_type))
    throw new Refusal(100, '(#100) The parameter messaging_type is required.')
  const hours = wroteAt === null ? Number.POSITIVE_INFINITY : (state.now() - wroteAt) / HOUR
  if (hours > (isTagged ? 168 : 24)) {
    const subcode = state.options.platform === 'facebook' ? 2018278 : 2534022
    throw new Refusal(10, '(#10) This message is sent outside of allowed window.', subcode)
  }
  return id
}

function checkedComment(state: State, id: string): string {
  const comment = state.comments.get(id)
  if (!comment) throw new Refusal(100, '(#100) Invalid comment_id')
  if (comment.isAnswered) throw new Refusal(10900, '(#10900) Activity already replied to')
  if (state.now() - comment.at > 168 * HOUR) throw new Refusal(10903, "(#10903) This user can't reply to this activity")
  comment.isAnswered = true
  return comment.author
}

function checkMessage({ options }: State, message: Record<string, unknown>): void {
  const isInstagram = options.platform === 'instagram'
  const said = text(message.text)
  const attachment = record(message.attachment)
  if (said === undefined && message.attachment === undefined) throw new Refusal(100, '(#100) Message is empty')
  if (said !== undefined && (isInstagram ? bytes(said) > 1000 : said.length > 2000))
    throw new Refusal(100, '(#100) Length of param message[text] must be less than or equal to the limit')
  const replies = records(message.quick_replies)
  if (replies.length > 13 || replies.some(({ title }) => !text(title) || String(title).length > 20))
    throw new Refusal(100, '(#100) Invalid quick replies')
  if (message.attachment !== undefined && isInstagram && !['image', 'template'].includes(String(attachment.type)))
    throw new Refusal(100, '(#100) Unsupported attachment', 2018047)
  if (attachment.type === 'template') checkTemplate(record(attachment.payload))
}

function checkTemplate(payload: Record<string, unknown>): void {
  const elements = records(payload.elements)
  const groups = payload.template_type === 'button' ? [payload] : elements
  const isWhole =
    payload.template_type === 'button'
      ? String(payload.text ?? '').length > 0 && String(payload.text).length <= 640
      : elements.length > 0 && elements.length <= 10 && elements.every(({ title }) => String(title ?? '').length <= 80)
  const isRight = groups.every((one) => {
    const buttons = records(one.buttons)
    return buttons.length <= 3 && buttons.every(({ title }) => Boolean(text(title)) && String(title).length <= 20)
  })
  const hasButtons = payload.template_type !== 'button' || list(payload.buttons).length > 0
  if (!isWhole || !isRight || !hasButtons) throw new Refusal(100, '(#100) Invalid template')
}

async function checkFile(state: State, message: Record<string, unknown>): Promise<void> {
  const payload = record(record(message.attachment).payload)
  const [url, id] = [text(payload.url), text(payload.attachment_id)]
  if (id && !state.uploads.has(id)) throw new Refusal(100, '(#100) Invalid attachment id', 2018074)
  if (!url || !state.options.fetchesFiles) return
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok) throw new Refusal(100, '(#100) Failed to fetch the file from the url', 2018008)
  await answer.arrayBuffer()
}
