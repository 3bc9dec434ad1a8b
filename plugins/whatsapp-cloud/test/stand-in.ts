import { type StandIn, type StandInFailure, type StandInRequest, startStandIn } from '@recado/sdk/testing'
import { answerAccount, answerNumber } from './cloud-api/account.ts'
import { errorBody, Fault, gone } from './cloud-api/fault.ts'
import { answerMedia, answerUpload, download, uploadMedia } from './cloud-api/media.ts'
import { answerMessage } from './cloud-api/messages.ts'
import {
  type Answer,
  type Call,
  createNumber,
  type NumberOptions,
  type NumberState,
  type StoredTemplate,
  type World,
} from './cloud-api/model.ts'
import { createPeople, type People } from './cloud-api/people.ts'
import { addTemplate, answerTemplate, answerTemplates } from './cloud-api/templates.ts'
import { signedHook } from './cloud-api/webhooks.ts'

export { CODE } from './cloud-api/account.ts'
export type { Json, Person, Sent, StoredTemplate } from './cloud-api/model.ts'
export type { Delivery, Webhooks } from './cloud-api/webhooks.ts'

export const APP_SECRET = 'stand-in-app-secret-0123456789'

/** One number of a business account: its customers, what the company sent, its webhook, how its calls fail. */
export interface StandInNumber extends People {
  readonly phoneNumberId: string
  readonly businessAccountId: string
  readonly display: string
  /** The token that is good at the moment. */
  readonly token: string
  readonly state: NumberState
  /** Messages that Meta took, in order. */
  readonly sent: NumberState['sent']
  readonly reads: NumberState['reads']
  readonly webhooks: NumberState['webhooks']
  addTemplate(template: Partial<StoredTemplate>): StoredTemplate
  /** The next `times` sends (one) are refused with this code: at once, or by a failed status. */
  refuse(code: number, options?: { times?: number; details?: string; by?: 'http' | 'status' }): void
  /** Where the window is closed, sends are refused at once or (as Meta does) by a failed status. */
  refuseWindowBy(how: 'http' | 'status'): void
  /** From now on only the new token counts. */
  revokeToken(next?: string): void
  /** Addresses of files that were given out are dead. */
  expireMediaUrls(): void
}

export interface CloudApi extends StandInNumber {
  /** `http://127.0.0.1:<port>`: the value for the endpoint `graph`. */
  readonly url: string
  readonly appId: string
  readonly appSecret: string
  readonly requests: StandIn['requests']
  /** Another number, of another account unless it says otherwise. */
  addNumber(options?: NumberOptions): StandInNumber
  /** Requests whose path (after the version) matches fail so: slow, cut, lost, another answer. */
  fail(path: RegExp, failure: StandInFailure, times?: number): void
  /** Any body as a signed hook. */
  sign: (body: unknown, secret?: string) => ReturnType<typeof signedHook>
  close(): Promise<void>
}

export interface CloudOptions extends NumberOptions {
  /** Epoch milliseconds; the real time when absent. */
  now?: () => number
  appId?: string
  appSecret?: string
}

/** Meta's Cloud API on loopback, with one number. Refuses what Meta refuses. */
export async function startCloudApi(options: CloudOptions = {}): Promise<CloudApi> {
  let count = 0
  const numbers: NumberState[] = []
  const server = await startStandIn((request) => serve(world, request))
  const world: World = {
    url: server.url,
    appId: options.appId ?? '800300',
    appSecret: options.appSecret ?? APP_SECRET,
    numbers,
    sessions: new Map(),
    handles: new Set(),
    now: options.now ?? Date.now,
    nextId(prefix) {
      count += 1
      return `${prefix}${String(count).padStart(6, '0')}`
    },
  }
  const addNumber = (more: NumberOptions = {}): StandInNumber => {
    const state = createNumber(world, more)
    numbers.push(state)
    return controlsOf(world, state)
  }
  const first = addNumber(options)
  return {
    ...first,
    get token() {
      return first.token
    },
    url: server.url,
    appId: world.appId,
    appSecret: world.appSecret,
    requests: server.requests,
    addNumber,
    fail: (path, failure, times) =>
      server.fail((request) => path.test(request.path.replace(/^\/v\d+\.\d+/, '')), failure, times),
    sign: (body, secret = world.appSecret) => signedHook(body, secret),
    async close() {
      for (const { webhooks } of numbers) webhooks.deliverTo(null)
      await Promise.all(numbers.map(({ webhooks }) => webhooks.idle()))
      await server.close()
    },
  }
}

function controlsOf(world: World, state: NumberState): StandInNumber {
  const { phoneNumberId, businessAccountId, display, sent, reads, webhooks } = state
  return {
    ...createPeople(world, state),
    phoneNumberId,
    businessAccountId,
    display,
    get token() {
      return state.token
    },
    state,
    sent,
    reads,
    webhooks,
    addTemplate: (template) => addTemplate(world, state, template),
    refuse(code, { times = 1, details, by = 'http' } = {}) {
      state.refusals.push({ fault: new Fault(code, details), by, left: times })
    },
    refuseWindowBy(how) {
      state.refuseWindowBy = how
    },
    revokeToken(next = `${state.token}-new`) {
      state.token = next
    },
    expireMediaUrls() {
      for (const media of state.media.values()) media.urlUntil = 0
    },
  }
}

async function serve(world: World, request: StandInRequest): Promise<Answer | null> {
  const bearer = /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [version = '', ...segments] = request.path.slice(1).split('/').map(decodeURIComponent)
  if (version === 'download') return download(world, segments[0] ?? '', request.query.ticket, bearer)
  try {
    if (!/^v\d+\.\d$/.test(version)) throw new Fault(2500, `Unknown path components: ${request.path}`)
    const own = world.numbers.filter(({ token }) => token === bearer)
    const [first] = own
    if (!first) throw new Fault(190, undefined, { subcode: 463 })
    const answer = await answerCall(world, own, { ...request, segments, number: first })
    if (!answer) throw gone(segments[0] ?? '')
    return answer
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { status: error.status, json: errorBody(error) }
  }
}

/** By what the first part of the path names: a number, an account, the app, an upload, a template, a file. */
async function answerCall(world: World, own: NumberState[], call: Call): Promise<Answer | null> {
  const [head = '', action] = call.segments
  const number = own.find(({ phoneNumberId }) => phoneNumberId === head)
  if (number) {
    const at = { ...call, number }
    if (action === 'messages' && call.method === 'POST') return answerMessage(world, at)
    if (action === 'media' && call.method === 'POST') return uploadMedia(world, at)
    return answerNumber(world, at, action)
  }
  const account = own.find(({ businessAccountId }) => businessAccountId === head)
  if (account) {
    const at = { ...call, number: account }
    return action === 'message_templates' ? answerTemplates(world, at) : answerAccount(world, at, action)
  }
  if (head === world.appId || head.startsWith('upload:')) return answerUpload(world, call, head)
  for (const candidate of own) {
    const template = candidate.templates.get(head)
    if (template) return answerTemplate(call, template, world)
    const media = candidate.media.get(head)
    if (media) return answerMedia(world, { ...call, number: candidate }, media)
  }
  return null
}
