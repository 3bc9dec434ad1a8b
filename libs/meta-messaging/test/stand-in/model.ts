import { createRecorder, type Recorder } from '@recado/sdk/testing'

export type PlatformName = 'facebook' | 'instagram'

export interface StandInOptions {
  platform: PlatformName
  /** Instagram's own login: the account stands for itself, without a page. */
  login?: 'instagram'
  /** The professional account (Instagram) or the page. */
  accountId?: string
  pageId?: string
  name?: string
  token?: string
  /** A person's token, from which the page's has to be asked for. */
  personToken?: string
  appId?: string
  appSecret?: string
  /** Epoch milliseconds; the machine's time when absent. */
  now?: () => number
  /** Tells of each send by an echo: before the HTTP answer, or right after it. */
  echo?: 'before' | 'after'
  /** Gets each file that it is given an address of, as Meta does. */
  fetchesFiles?: boolean
  port?: number
}

/** A message that Meta took. */
export interface SentMessage {
  mid: string
  /** Id of the person, or of the comment of a private answer. */
  to: string
  comment?: string
  message: Record<string, unknown>
  messagingType?: string
  tag?: string
  replyTo?: string
}

export interface SenderAction {
  to: string
  action: string
  payload?: Record<string, unknown>
}

export interface PersonState {
  id: string
  name?: string
  username?: string
  picture?: string
  /** The window counts from here; null for somebody who never wrote. */
  wroteAt: number | null
  hasBlocked: boolean
}

export interface State {
  readonly options: StandInOptions
  readonly account: { id: string; pageId: string; name: string }
  readonly app: { id: string; secret: string }
  token: string
  readonly personToken: string
  readonly sent: Recorder<SentMessage>
  readonly actions: Recorder<SenderAction>
  readonly answers: Recorder<{ id: string; comment: string; text: string }>
  readonly subscriptions: Recorder<{ id: string; fields: string[] }>
  readonly people: Map<string, PersonState>
  readonly comments: Map<string, { author: string; at: number; isAnswered: boolean }>
  readonly files: Map<string, { bytes: Uint8Array; type: string; isExpired: boolean }>
  readonly uploads: Map<string, Uint8Array>
  readonly faults: Fault[]
  readonly codes: Set<string>
  now(): number
  newId(prefix: string): string
}

/** The next call of this kind is refused so. */
export interface Fault {
  call: 'send' | 'any'
  code: number
  subcode?: number
  message?: string
  isTransient?: boolean
}

export function createState(options: StandInOptions): State {
  let counter = 0
  const isInstagram = options.platform === 'instagram'
  const id = options.accountId ?? (isInstagram ? '17840000000000001' : '700100')
  return {
    options,
    account: {
      id,
      pageId: options.pageId ?? (isInstagram && options.login !== 'instagram' ? '700100' : id),
      name: options.name ?? 'Padaria Sol',
    },
    app: { id: options.appId ?? '900900', secret: options.appSecret ?? 'stand-in-app-secret' },
    token: options.token ?? 'EAA-stand-in-page-token',
    personToken: options.personToken ?? 'EAA-stand-in-person-token',
    sent: createRecorder('a sent message'),
    actions: createRecorder('a sender action'),
    answers: createRecorder('an answer below a comment'),
    subscriptions: createRecorder('a subscription'),
    people: new Map(),
    comments: new Map(),
    files: new Map(),
    uploads: new Map(),
    faults: [],
    codes: new Set(),
    now: options.now ?? Date.now,
    newId(prefix) {
      counter += 1
      return `${prefix}${counter.toString().padStart(4, '0')}`
    },
  }
}
