import type { Recorder, StandInReply, StandInRequest } from '@recado/sdk/testing'
import { type Account, base64, type Raw, type SentMessage } from './model.ts'

const refused = (status: number, message: string): StandInReply => ({ status, json: { error: { message } } })

/** One call with the account's token, as the open-source integrations know the API. */
export function answerCall(
  account: Account,
  sent: Recorder<SentMessage>,
  request: StandInRequest,
): StandInReply | null {
  const { method, path, headers, json } = request
  if (path.startsWith('/files/')) return fileOf(account, path.slice('/files/'.length))
  if (!path.startsWith('/v1/')) return null
  if (headers['x-api-token'] !== account.takenToken) return refused(401, 'Invalid token')
  const [, , group = '', first = '', second = ''] = path.split('/').map(decodeURIComponent)
  const on = `${method} ${group}`
  if (on === 'GET resale') return { json: {} }
  if (on === 'GET channels' && !first) return { json: { data: account.channels } }
  if (on === 'POST channels' && second === 'messages') return send(account, sent, first, json)
  if (on === 'POST channels' && second === 'media') return mediaOf(account, json)
  if (group === 'subscriptions') return subscriptions(account, method, first, json)
  if (group === 'templates') return templates(account, method, first, second, json)
  return null
}

function fileOf(account: Account, name: string): StandInReply | null {
  const file = account.files.get(name)
  return file ? { headers: { 'content-type': file.mimeType }, body: file.bytes } : null
}

/** Files of WhatsApp lie at Meta, which gives them only to the hub. */
function mediaOf(account: Account, json: Raw): StandInReply {
  const [content] = contentsOf(json)
  const name =
    String(content?.fileUrl ?? '')
      .split('/')
      .at(-1) ?? ''
  const file = account.files.get(name)
  if (!file) return refused(404, 'File not found')
  return { headers: { 'content-type': 'application/octet-stream' }, body: file.bytes }
}

const contentsOf = (json: Raw): Raw[] => (Array.isArray(json.contents) ? (json.contents as Raw[]) : [])

function send(account: Account, sent: Recorder<SentMessage>, kind: string, json: Raw): StandInReply {
  const channel = account.channels.find(({ id }) => id === json.from)
  if (!channel) return refused(404, 'Channel not found')
  const [content] = contentsOf(json)
  if (!content) return refused(422, 'contents is required')
  if (content.type === 'reply_text' && !content.text) return refused(400, 'Reply to a comment cannot be empty')
  account.counter += 1
  const id = `h-${account.counter}`
  const providerMessageId = `wamid.OUT${account.counter}`
  const usual = { id, providerMessageId: base64(providerMessageId) }
  const [answer = usual] = account.answers.splice(0, 1)
  if (/"(error|ERROR|REJECTED)"/.test(JSON.stringify(answer))) return { json: answer }
  const answers = json.reply === true ? String(json.messageId) : null
  sent.add({ kind, from: String(json.from), to: String(json.to), content, answers, id, providerMessageId })
  return { json: answer }
}

function subscriptions(account: Account, method: string, id: string, json: Raw): StandInReply {
  const url = String(Reflect.get(Object(json.webhook), 'url') ?? '')
  const known = account.subscriptions.find((one) => one.id === id)
  if (method === 'POST') {
    const channel = String(Reflect.get(Object(json.criteria), 'channel') ?? '')
    const eventType = String(json.eventType ?? 'MESSAGE')
    const twin = account.subscriptions.find(
      (one) => one.channel === channel && one.eventType === eventType && one.url === url,
    )
    if (twin) return refused(409, 'Subscription already exists')
    account.counter += 1
    const made = { id: `sub-${account.counter}`, channel, eventType, url }
    account.subscriptions.push(made)
    return { json: { id: made.id } }
  }
  if (!id) return { json: { data: account.subscriptions } }
  if (!known) return refused(404, 'Subscription not found')
  if (method === 'PATCH') known.url = url
  if (method === 'DELETE') account.subscriptions = account.subscriptions.filter((one) => one !== known)
  return { json: known }
}

function templates(account: Account, method: string, channel: string, id: string, json: Raw): StandInReply {
  const all = account.templates.get(channel) ?? []
  if (method === 'GET') return { json: { data: all } }
  if (method === 'DELETE') {
    account.templates.set(
      channel,
      all.filter((one) => one.id !== id),
    )
    return all.some((one) => one.id === id) ? { json: {} } : refused(404, 'Template not found')
  }
  const [content] = contentsOf(json)
  account.counter += 1
  const made: Raw = { id: `t-${account.counter}`, status: 'PENDING', ...(content?.template as Raw) }
  account.templates.set(channel, [...all, made])
  return { json: { data: { id: made.id, status: 'PENDING' } } }
}
