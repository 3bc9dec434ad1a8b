import type { Recorder } from '@recado/sdk/testing'
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Bundle, Person } from './person.ts'

/** A browser or product that is linked to the owner's phone. */
export interface Device {
  jid: string
  lid: string
  number: number
  bundle: Bundle
  /** One-time keys that the device uploaded and nobody used yet. */
  preKeys: { keyId: number; publicKey: Uint8Array }[]
  /** Taken off the phone: the next login is refused. */
  removed: boolean
}

export interface Group {
  readonly jid: string
  subject: string
  members: Person[]
  admins: Person[]
}

/** A message that the product sent, as its recipient reads it. */
export interface Sent {
  id: string
  /** Jid of the chat. */
  to: string
  /** Who decrypted it. */
  reader: Person
  content: proto.IMessage
  attrs: Record<string, string>
  isResend: boolean
}

/** How the server takes the next messages. */
export type AckRule =
  | { type: 'accept' }
  | { type: 'error'; code: string }
  | { type: 'never' }
  /** Acknowledged when it resolves. */
  | { type: 'held'; until: Promise<unknown> }

/** How a login goes wrong: the server answers with a failure of this reason. */
export interface LoginFailure {
  reason: number
  left: number
}

export interface World {
  readonly owner: Person
  readonly devices: Device[]
  readonly people: Person[]
  readonly groups: Group[]
  readonly offline: BinaryNode[]
  readonly files: Map<string, Buffer>
  /** Files that only phones have, by their media key. */
  readonly expired: Map<string, Buffer>
  readonly logins: Recorder<'registration' | 'login'>
  readonly sent: Recorder<Sent>
  readonly stanzas: Recorder<BinaryNode>
  /** QR texts' references that are handed out per registration. */
  refs: number
  /** One-time keys that the server says it has; null counts what was uploaded. */
  preKeyCount: number | null
  acks: AckRule[]
  loginFailures: LoginFailure[]
  /** What `abt`, timelock and capping answer. */
  timelock: { isActive: boolean; endsAt?: number }
  isPhoneOnline: boolean
  /** The next login gets what waited, and the connection ends before WhatsApp says that this was all. */
  cutsReplay: boolean
}
