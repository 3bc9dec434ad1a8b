import { createHmac } from 'node:crypto'
import { type StandIn, startStandIn } from '@recado/sdk/testing'
import { createDeliveries, type Deliveries } from './stand-in/deliveries.ts'
import { answerGraph } from './stand-in/graph.ts'
import { createState, type Fault, type PersonState, type StandInOptions, type State } from './stand-in/model.ts'
import { type Bodies, createBodies, createPerson, type Person } from './stand-in/people.ts'

export type { Sink } from './stand-in/deliveries.ts'
export type { SenderAction, SentMessage, StandInOptions } from './stand-in/model.ts'
export type { Person } from './stand-in/people.ts'

export interface MetaStandIn
  extends Omit<StandIn, 'close'>,
    Omit<Deliveries, 'done'>,
    Bodies,
    Pick<State, 'account' | 'app' | 'sent' | 'actions' | 'answers' | 'subscriptions' | 'personToken'> {
  /** The token that is taken at the moment. */
  readonly token: string
  readonly deliveries: Deliveries['done']
  person(about?: Partial<PersonState>): Person
  /** The next send, or call, is refused with this fault. */
  refuse(fault: Omit<Fault, 'call'> & { call?: Fault['call'] }): void
  /** The token of now is refused from here on; answers the new one. */
  revokeToken(): string
  /** A file at the provider; answers its address. */
  file(bytes: Uint8Array | string, type?: string, name?: string): string
  /** Its address no longer holds. */
  expire(url: string): void
  /** What somebody typed into the native app, or another app sent. */
  ownMessage(to: Person, message: Record<string, unknown>): Promise<string>
  /** `signed_request` of the callbacks for leaving and deletion. */
  signedRequest(payload: Record<string, unknown>): string
  close(): Promise<void>
}

/** Messenger or Instagram messaging on loopback: answers as Meta's documents say; odd answers come on demand. */
export async function startMeta(options: StandInOptions): Promise<MetaStandIn> {
  const state = createState(options)
  const deliveries = createDeliveries(() => state.app.secret)
  const bodies = createBodies(state)

  const echoOf = (mid: string, to: string, message: Record<string, unknown>) =>
    bodies.messaging({
      sender: { id: state.account.id },
      recipient: { id: to },
      timestamp: state.now(),
      message: { mid, is_echo: true, app_id: Number(state.app.id), ...message },
    })

  const server = await startStandIn((request) =>
    answerGraph(state, request, async (mid) => {
      const sent = state.sent.items.find((one) => one.mid === mid)
      if (!options.echo || !sent) return
      const { attachment, ...rest } = sent.message
      const message = attachment ? { ...rest, attachments: [attachment] } : rest
      const echo = deliveries.deliver(echoOf(mid, sent.to, message))
      if (options.echo === 'before') await echo
    }),
  )

  return {
    url: server.url,
    requests: server.requests,
    fail: server.fail,
    close: server.close,
    account: state.account,
    app: state.app,
    personToken: state.personToken,
    get token() {
      return state.token
    },
    sent: state.sent,
    actions: state.actions,
    answers: state.answers,
    subscriptions: state.subscriptions,
    ...bodies,
    deliveries: deliveries.done,
    deliverTo: deliveries.deliverTo,
    signed: deliveries.signed,
    deliver: deliveries.deliver,
    hold: deliveries.hold,
    release: deliveries.release,
    person: (about = {}) => createPerson(state, bodies, deliveries, { ...about, id: about.id ?? state.newId('9') }),
    refuse: (fault) => void state.faults.push({ call: 'send', ...fault }),
    revokeToken() {
      state.token = state.newId('EAA-new-token-')
      return state.token
    },
    file(bytes, type = 'image/png', name = state.newId('file')) {
      const path = `/files/${encodeURIComponent(name)}`
      state.files.set(path, { bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, type, isExpired: false })
      return `${server.url}${path}`
    },
    expire(url) {
      const file = state.files.get(new URL(url).pathname)
      if (file) file.isExpired = true
    },
    async ownMessage(to, message) {
      const mid = state.newId('m_own')
      await deliveries.deliver(echoOf(mid, to.id, { app_id: 263902037430900, ...message }))
      return mid
    },
    signedRequest(payload) {
      const part = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url')
      return `${createHmac('sha256', state.app.secret).update(part).digest('base64url')}.${part}`
    },
  }
}
