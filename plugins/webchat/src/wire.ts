/**
 * What travels between the widget and the channel, over the socket and over HTTP alike. The widget
 * imports the types alone. The tables in README.md describe the same.
 */

export const ERROR_CODES = [
  'ERR_ORIGIN',
  'ERR_VALIDATION',
  'ERR_NOT_FOUND',
  'ERR_SESSION_ENDED',
  'ERR_IDENTITY_INVALID',
  'ERR_IDENTITY_REQUIRED',
  'ERR_PRECHAT_REQUIRED',
  'ERR_RATE_LIMITED',
  'ERR_MESSAGE_TOO_LONG',
  'ERR_MEDIA_TOO_LARGE',
  'ERR_MEDIA_TYPE',
  'ERR_MEDIA_QUOTA',
  'ERR_UNAVAILABLE',
] as const
export type WireErrorCode = (typeof ERROR_CODES)[number]

/** Why a socket was closed. Anything else (1006, 1012, …): connect again. */
export const CLOSE = {
  /** The access token is missing, expired or revoked: renew the session, then connect again. */
  session: 4401,
  /** Not allowed: do not come back. */
  forbidden: 4403,
  /** Silent or too slow: connect again. */
  idle: 4408,
  /** Too many: wait. */
  tooMany: 4429,
} as const

export type FileKind = 'image' | 'video' | 'audio' | 'document'

export interface WireFile {
  kind: FileKind
  name: string
  mimeType: string
  /** Bytes; 0 when unknown. */
  size: number
  /** Signed and short-lived, relative to the hook. */
  url: string
  /** Epoch milliseconds after which `url` is refused; `POST /links` renews it. */
  expiresAt: number
}

export interface WireChoice {
  id: string
  label: string
  url?: string
  description?: string
}

export type WireContent =
  | { type: 'text'; text: string }
  | { type: 'file'; file: WireFile; text: string }
  | { type: 'choices'; text: string; footer: string; open: string; groups: { title: string; choices: WireChoice[] }[] }
  | { type: 'location'; text: string; latitude: number; longitude: number }
  | { type: 'unsupported'; text: string }

export type WireStatus = 'sent' | 'delivered' | 'read' | 'failed'

export interface WireMessage {
  id: string
  /** Null while the server has accepted the message but not yet numbered it. */
  seq: number | null
  /** True for the visitor's own. */
  mine: boolean
  content: WireContent
  at: number
  status: WireStatus
  /** Who wrote it, for the company's messages. */
  sender: string | null
  replyTo: string | null
  edited: boolean
  removed: boolean
}

export interface WireConversation {
  status: 'none' | 'open' | 'pending' | 'closed'
  agent: string | null
}

export interface WireAvailability {
  open: boolean
  agentsOnline: boolean
  message: string | null
}

export type ServerFrame =
  /** Ends the replay. `cursor` is the newest message; `older` tells whether `GET /history` has more. */
  | { type: 'ready'; cursor: string | null; older: boolean; conversation: WireConversation; offline: boolean }
  /** Forget what you hold: the gap was too long to be replayed, the newest messages follow. */
  | { type: 'reset' }
  | { type: 'message'; message: WireMessage }
  | { type: 'ack'; uuid: string; id: string }
  | { type: 'status'; ids: string[]; status: WireStatus }
  | { type: 'removed'; id: string }
  | { type: 'edited'; id: string; content: WireContent }
  | { type: 'typing'; on: boolean }
  | { type: 'conversation'; conversation: WireConversation }
  | { type: 'pong' }
  | { type: 'error'; code: WireErrorCode; retryable: boolean; uuid?: string }

export interface PrechatField {
  /** `name`, `email`, `phone`, or `q0`, `q1`, … for the channel's own questions. */
  key: string
  kind: 'name' | 'email' | 'phone' | 'text'
  label: string | null
  required: boolean
}

export interface SessionAnswer {
  visitor: string
  verified: boolean
  accessToken: string
  /** Epoch milliseconds. */
  accessExpiresAt: number
  resumeToken: string
  /** Fields still to be asked before the first message; empty when there is nothing to ask. */
  prechat: PrechatField[]
  profile: { name?: string; email?: string; phone?: string }
}

export type IdentityClaim =
  | { id: string; hash?: string; name?: string; email?: string; phone?: string }
  | { jwt: string }

/** What the widget may know before it has a session. */
export interface PublicConfig {
  title: string | null
  subtitle: string | null
  greeting: string | null
  accent: string
  position: 'left' | 'right'
  language: 'auto' | 'pt' | 'en' | 'es'
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  requireIdentity: boolean
  origins: string[]
  offline: { mode: 'message' | 'form' | 'hide'; now: boolean; message: string | null }
  files: { maxBytes: number; kinds: FileKind[] }
  textLength: number
}
