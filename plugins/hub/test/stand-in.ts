import {
  createRecorder,
  type Recorder,
  type StandIn,
  type StandInReply,
  type StandInRequest,
  startStandIn,
} from '@recado/sdk/testing'
import { answerCall } from './hub/calls.ts'
import { createDeliveries, type Deliveries } from './hub/deliveries.ts'
import { type Account, createAccount, type HubChannel, type Raw, type SentMessage } from './hub/model.ts'
import { createVisitors, type Visitors } from './hub/visitors.ts'

export type { Delivery, Target } from './hub/deliveries.ts'
export type { HubChannel, Raw, SentMessage } from './hub/model.ts'
export type { VisitorOptions, Visitors } from './hub/visitors.ts'

export interface HubOptions {
  token?: string
  channels?: HubChannel[]
  now?: () => number
}

export interface HubStandIn
  extends Pick<StandIn, 'url' | 'requests' | 'fail' | 'close'>,
    Pick<Deliveries, 'deliverTo' | 'repeat' | 'deliveries' | 'pressTestButton'> {
  /** The account's token; each channel has one of its own, which does not count here. */
  readonly token: string
  readonly account: Account
  /** Messages that the hub took, in order. */
  readonly sent: Recorder<SentMessage>
  /** The next send is answered so, as it is; it counts as taken when the answer names no error. */
  answerNext(answer: unknown): void
  /** Customers and states of one of the channels. */
  channel(id: string): Visitors
  /** Makes a file that the hub, or Meta behind it, gives out. */
  addFile(bytes: Uint8Array, mimeType: string): string
  revoke(): void
  removeChannel(id: string): void
}

export const TOKEN = 'account-token-0123456789abcdef'
export const CHANNELS: HubChannel[] = [
  { id: 'ch-wa', name: 'Loja WhatsApp', channel: 'whatsapp' },
  { id: 'ch-77', name: 'Loja Instagram', channel: 'instagram' },
  { id: 'ch-fb', name: 'Loja Facebook', channel: 'facebook' },
  { id: 'ch-web', name: 'Site', channel: 'webchat' },
]

/** NotificaMe Hub on loopback, with one account. */
export async function startHub(options: HubOptions = {}): Promise<HubStandIn> {
  const account = createAccount(options.token ?? TOKEN, options.channels ?? CHANNELS, options.now ?? Date.now)
  const sent = createRecorder<SentMessage>('a message that the hub took')
  const deliveries = createDeliveries(account)
  const serve = (request: StandInRequest): StandInReply | null => answerCall(account, sent, request)
  const server = await startStandIn(serve)
  return {
    url: server.url,
    requests: server.requests,
    fail: server.fail,
    close: server.close,
    token: account.token,
    account,
    sent,
    deliverTo: deliveries.deliverTo,
    repeat: deliveries.repeat,
    deliveries: deliveries.deliveries,
    pressTestButton: deliveries.pressTestButton,
    answerNext: (answer) => void account.answers.push(answer),
    channel: (id) => createVisitors(account, id, deliveries.deliver),
    addFile(bytes, mimeType) {
      account.counter += 1
      const name = `file-${account.counter}`
      account.files.set(name, { bytes, mimeType })
      return `${server.url}/files/${name}`
    },
    revoke() {
      account.takenToken = `${account.token}-revoked`
    },
    removeChannel(id) {
      account.channels = account.channels.filter((one) => one.id !== id)
    },
  }
}

export type { Raw as HubPayload }
