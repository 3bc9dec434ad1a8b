import { text } from '@recado/loose-json'
import type { StandInReply, StandInRequest } from '@recado/sdk/testing'
import type { State } from './model.ts'
import { Refusal, refusal } from './refusal.ts'
import { takeSend } from './send.ts'

type Request = StandInRequest

/** Graph API, the dialog in which people log in, and the file servers, on one address. */
export async function answerGraph(
  state: State,
  request: Request,
  onSent: (mid: string) => Promise<void>,
): Promise<StandInReply | null> {
  const { path, method } = request
  if (path.startsWith('/files/')) return file(state, path)
  const [, version = '', ...rest] = path.split('/')
  if (!/^v\d+\.\d+$/.test(version)) return null
  try {
    if (rest.join('/') === 'dialog/oauth') return dialog(state, request)
    if (rest.join('/') === 'oauth/access_token') return { json: accessToken(state, request) }
    const who = bearer(state, request)
    const fault = state.faults.findIndex(({ call }) => call === 'any' || (call === 'send' && isSend(request)))
    const [forced] = fault < 0 ? [] : state.faults.splice(fault, 1)
    if (forced) return refusal(forced)
    const answer = method === 'GET' ? read(state, rest, request, who) : await write(state, rest, request, onSent)
    return answer ? { json: answer } : refusal({ code: 100, message: '(#100) Unsupported request' })
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.fault)
    throw error
  }
}

const isSend = ({ path, json }: Request): boolean => path.endsWith('/messages') && json.sender_action === undefined

function bearer(state: State, { headers }: Request): 'page' | 'person' {
  const token = headers.authorization?.replace(/^Bearer /, '')
  if (token === state.token) return 'page'
  if (token === state.personToken) return 'person'
  throw new Refusal(190, 'Error validating access token: The session has been invalidated.', 467)
}

function file({ files }: State, path: string): StandInReply {
  const found = files.get(path)
  if (!found) return { status: 404, body: 'Not Found' }
  if (found.isExpired) return { status: 403, body: 'URL signature expired' }
  return { headers: { 'content-type': found.type }, body: found.bytes }
}

function pageNode(state: State) {
  const { account, options } = state
  const professional = { id: account.id, username: 'padaria.sol', name: account.name }
  return {
    id: account.pageId,
    name: account.name,
    category: 'Bakery',
    ...(options.platform === 'instagram' ? { instagram_business_account: professional } : {}),
  }
}

function read(state: State, path: string[], { query }: Request, who: 'page' | 'person') {
  const [node, edge] = path
  if (node === 'me' && edge === 'accounts') return { data: [{ ...pageNode(state), access_token: state.token }] }
  if (node === 'me' && who === 'person') {
    if (/category|instagram_business_account/.test(query.fields ?? ''))
      throw new Refusal(100, '(#100) Tried accessing nonexisting field on node type (User)')
    return { id: '5150', name: 'Ana Dona' }
  }
  if (node === 'me' && query.fields?.includes('user_id'))
    return { id: `9${state.account.id}`, user_id: state.account.id, username: 'padaria.sol', name: state.account.name }
  if (node === 'me') return pageNode(state)
  if (node === 'refresh_access_token') {
    state.token = state.newId('IGA-renewed-')
    return { access_token: state.token, token_type: 'bearer', expires_in: 5_184_000 }
  }
  const person = edge === undefined ? state.people.get(node ?? '') : undefined
  if (!person || person.wroteAt === null || person.hasBlocked)
    throw new Refusal(100, '(#100) Object does not exist or cannot be loaded due to missing permissions')
  const { id, name, username, picture } = person
  const [first_name, ...more] = (name ?? '').split(' ')
  const names = state.options.platform === 'facebook' ? { first_name, last_name: more.join(' ') } : { name, username }
  return { id, ...names, ...(picture ? { profile_pic: picture } : {}) }
}

async function write(state: State, path: string[], request: Request, onSent: (mid: string) => Promise<void>) {
  const [node = '', edge] = path
  const { account, options } = state
  const isOurs = ['me', account.id, account.pageId].includes(node)
  if (isOurs && edge === 'messages') {
    const answer = await takeSend(state, request.json)
    if (text(answer.message_id)) await onSent(String(answer.message_id))
    return answer
  }
  if (isOurs && edge === 'subscribed_apps') {
    if (options.platform === 'instagram' && node === account.id && account.pageId !== account.id)
      throw new Refusal(100, '(#100) Unsupported post request.')
    const fields = request.method === 'DELETE' ? [] : (request.query.subscribed_fields ?? '').split(',')
    state.subscriptions.add({ id: node, fields })
    return { success: true }
  }
  if (isOurs && edge === 'message_attachments' && options.platform === 'facebook') {
    const id = state.newId('upload')
    state.uploads.set(id, request.body)
    return { attachment_id: id }
  }
  if (edge === (options.platform === 'facebook' ? 'comments' : 'replies')) {
    if (!state.comments.has(decodeURIComponent(node))) throw new Refusal(100, '(#100) Comment does not exist')
    const id = state.newId('answer')
    state.answers.add({ id, comment: decodeURIComponent(node), text: String(request.json.message ?? '') })
    return { id }
  }
  return null
}

/** Somebody who logs in and authorises at once. */
function dialog(state: State, { query }: Request): StandInReply {
  if (query.client_id !== state.app.id || !query.redirect_uri) return { status: 400, body: 'Invalid app' }
  const code = state.newId('code')
  state.codes.add(`${code} ${query.redirect_uri}`)
  const back = new URL(query.redirect_uri)
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.state ?? '')
  return { status: 302, headers: { location: back.href } }
}

function accessToken(state: State, { query }: Request): Record<string, unknown> {
  const { client_id, client_secret, code, redirect_uri, fb_exchange_token } = query
  if (client_id !== state.app.id || client_secret !== state.app.secret)
    throw new Refusal(101, 'Error validating client secret.')
  if (query.grant_type === 'fb_exchange_token') {
    if (fb_exchange_token !== `short-of-${state.personToken}`) throw new Refusal(190, 'Invalid token', 467)
    return { access_token: state.personToken, token_type: 'bearer', expires_in: 5_184_000 }
  }
  if (!state.codes.delete(`${code} ${redirect_uri}`))
    throw new Refusal(100, 'This authorization code has been used.', 36009)
  return { access_token: `short-of-${state.personToken}`, token_type: 'bearer', expires_in: 3600 }
}
