import { type Recorder, type StandIn, startStandIn } from '@recado/sdk/testing'
import { answerCall } from './gateway/calls.ts'
import { type Customers, createCustomers } from './gateway/customers.ts'
import { createHooks, type Delivery, type Hooks, type Post } from './gateway/hooks.ts'
import { createState, type Message, type Sent, type Session, type State, sessionOf } from './gateway/model.ts'

export type { Customers, Writing } from './gateway/customers.ts'
export type { Delivery, Hook, Target } from './gateway/hooks.ts'
export type { File, Message, Raw, Sent, Session } from './gateway/model.ts'

export interface GatewayOptions {
  apiKey?: string
  /** Newer gateways take a session's webhook by call. True when absent. */
  settableWebhook?: boolean
  now?: () => number
}

/** One session from the outside: its phone, its customers, its misfortunes. */
export interface StandInSession extends Customers {
  readonly state: Readonly<Session>
  /** A phone scans the code (or types the pairing code). */
  scan(phone?: string): Promise<void>
  /** The phone removes the device. */
  logOut(): Promise<void>
  /** Its page crashes: calls answer 500 or 404 until it is restarted. */
  crash(): void
  /** The gateway restarts and forgets it; its login stays. */
  vanish(): void
  loseTo(state: 'CONFLICT' | 'OPENING'): void
  recover(): void
  /** Any event, as it is. */
  post: Post
  /** A message of the chat as it stands now. */
  find(chatId: string, bareId: string): Message | undefined
}

export interface WwebjsGateway
  extends Pick<StandIn, 'url' | 'requests' | 'fail' | 'close'>,
    Pick<Hooks, 'deliverTo' | 'repeat'> {
  readonly apiKey: string
  readonly sent: Recorder<Sent>
  readonly deliveries: Recorder<Delivery>
  session(id: string): StandInSession
  /** People, groups and numbers of this WhatsApp. */
  readonly people: Pick<State, 'numbers' | 'lids' | 'groups' | 'contacts'>
  /** Makes the key worthless. */
  revoke(): void
}

export const API_KEY = 'stand-in-key-0123456789'

/** A WWebJS REST gateway on loopback. Sessions come into being when they are first named. */
export async function startWwebjsGateway(options: GatewayOptions = {}): Promise<WwebjsGateway> {
  const apiKey = options.apiKey ?? API_KEY
  const settableWebhook = options.settableWebhook ?? true
  const state = createState(options.now ?? Date.now)
  const hooks = createHooks(apiKey)
  let takenKey = apiKey
  const server = await startStandIn((request) => answerCall(state, request, { apiKey: takenKey, settableWebhook }))

  const session = (id: string): StandInSession => {
    const one = sessionOf(state, id)
    const post = hooks.postAs(one)
    return {
      ...createCustomers(state, one, post),
      state: one,
      async scan(phone = '551130000000') {
        one.isRunning = true
        one.phone = phone
        one.state = 'CONNECTED'
        await post('authenticated')
        await post('ready')
      },
      async logOut() {
        one.phone = null
        one.state = 'UNPAIRED'
        await post('disconnected', { reason: 'LOGOUT' })
      },
      crash() {
        one.isCrashed = true
      },
      vanish() {
        one.isRunning = false
        one.state = null
      },
      loseTo(next) {
        one.state = next
      },
      recover() {
        one.state = 'CONNECTED'
      },
      post,
      find: (chatId, bareId) => one.chats.get(chatId)?.find(({ id }) => id.id === bareId),
    }
  }

  return {
    url: server.url,
    requests: server.requests,
    fail: server.fail,
    close: server.close,
    apiKey,
    sent: state.sent,
    deliveries: hooks.deliveries,
    deliverTo: hooks.deliverTo,
    repeat: hooks.repeat,
    session,
    people: state,
    revoke() {
      takenKey = `${apiKey}-revoked`
    },
  }
}
