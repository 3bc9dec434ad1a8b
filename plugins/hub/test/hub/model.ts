export type Raw = Record<string, unknown>

export interface HubChannel {
  id: string
  name: string
  /** The network. */
  channel: string
}

export interface Subscription {
  id: string
  channel: string
  eventType: string
  url: string
}

export interface SentMessage {
  kind: string
  from: string
  to: string
  content: Raw
  /** Id of the quoted message, when it is an answer. */
  answers: string | null
  id: string
  providerMessageId: string
}

export interface Account {
  token: string
  /** What counts as valid at the moment. */
  takenToken: string
  channels: HubChannel[]
  subscriptions: Subscription[]
  templates: Map<string, Raw[]>
  files: Map<string, { bytes: Uint8Array; mimeType: string }>
  /** Answers to the next sends, in place of the usual. */
  answers: unknown[]
  counter: number
  now(): number
}

export const createAccount = (token: string, channels: HubChannel[], now: () => number): Account => ({
  token,
  takenToken: token,
  channels: [...channels],
  subscriptions: [],
  templates: new Map(),
  files: new Map(),
  answers: [],
  counter: 0,
  now,
})

export const base64 = (value: string): string => Buffer.from(value).toString('base64')
