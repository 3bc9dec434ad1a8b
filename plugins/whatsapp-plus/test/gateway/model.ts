import { createRecorder, type Recorder, type StandInReply } from '@recado/sdk/testing'
import type { Status } from '../../src/drivers/driver.ts'

/** Somebody on WhatsApp. Without a phone they are known by their LID alone; `alone` hides the phone from deliveries. */
export interface Person {
  phone?: string
  lid?: string
  name?: string
}

export interface Group {
  id: string
  name: string
  members: (Person & { isAdmin?: boolean })[]
}

/** What somebody does in a conversation. `to` is the id of another message. */
export type Happening =
  | {
      what: 'text'
      text: string
      replyTo?: string
      forwarded?: boolean
      ad?: { id: string; url: string; title: string }
    }
  | { what: 'file'; kind: FileKind; bytes: Uint8Array; mimeType: string; fileName?: string; caption?: string }
  | { what: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  | { what: 'contact'; name: string; phone: string }
  | { what: 'tap'; id: string; title: string; to: string; on: 'button' | 'list' }
  | { what: 'vote'; options: string[]; to: string }
  | { what: 'poll'; question: string; options: string[] }
  | { what: 'reaction'; emoji: string | null; to: string }
  | { what: 'edit'; text: string; to: string }
  | { what: 'removal'; to: string }
  /** A message of the protocol as it is, in Baileys' spelling. */
  | { what: 'raw'; message: Record<string, unknown> }

export type FileKind = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'

export interface Circumstances {
  id?: string
  group?: Group
  /** Written on the account's own phone, to `by`. */
  isFromMe?: boolean
  /** The echo of what went out through the gateway. */
  sent?: Sent
  /** Epoch milliseconds. */
  at?: number
}

/** A message that the gateway took. */
export interface Sent {
  id: string
  to: string
  path: string
  body: Record<string, unknown>
}

export interface Account {
  phone: string
  name: string
}

/** What all gateways have in common: a session, people, files, what was sent. */
export interface World {
  state: Status['state']
  account: Account
  token: string
  adminToken: string
  isRevoked: boolean
  /** The instance that the administrator's token made. */
  created: string | null
  isLoggedOut: boolean
  /** Only some gateways keep messages, and only when told to. */
  keepsHistory: boolean
  /** A code that was asked for. */
  pairing: 'qr' | 'code' | null
  webhook: { url: string; events: string[]; raw: Record<string, unknown> } | null
  readonly people: Person[]
  readonly groups: Group[]
  readonly files: Map<string, { bytes: Uint8Array; mimeType: string; fileName?: string }>
  readonly sent: Recorder<Sent>
  /** By the sender's idempotency key, where the gateway has one. */
  readonly bySender: Map<string, Sent>
  /** Past messages as the gateway's own lists hold them, the newest first. */
  readonly past: { chat: string; message: Record<string, unknown> }[]
  now(): number
  nextId(): string
}

export const PAIRING_CODE = 'ABCD-1234'

export function createWorld(more: Partial<Pick<World, 'token' | 'adminToken' | 'state'>> = {}): World {
  let count = 0
  return {
    state: more.state ?? 'connected',
    account: { phone: '551130000000', name: 'Loja' },
    token: more.token ?? 'token-of-the-instance',
    adminToken: more.adminToken ?? 'token-of-the-administrator',
    isRevoked: false,
    created: null,
    isLoggedOut: false,
    keepsHistory: false,
    pairing: null,
    webhook: null,
    people: [],
    groups: [],
    files: new Map(),
    sent: createRecorder<Sent>('a sent message'),
    bySender: new Map(),
    past: [],
    now: () => Date.UTC(2026, 0, 15, 12),
    nextId: () => {
      count += 1
      return `3EB0${count.toString(16).toUpperCase().padStart(16, '0')}`
    },
  }
}

export const digitsOf = (id: string): string => id.replace(/@.*$/, '').replace(/\D/g, '')

/** Is there anybody? Groups, LIDs of people and known phones are. */
export const exists = (world: World, id: string): boolean =>
  id.endsWith('@g.us')
    ? world.groups.some((group) => group.id === id)
    : world.people.some(({ phone, lid }) => digitsOf(id) === phone || digitsOf(id) === lid)

export function take(world: World, sent: Omit<Sent, 'id'> & { id?: string }): Sent {
  const taken = { id: sent.id ?? world.nextId(), to: sent.to, path: sent.path, body: sent.body }
  world.sent.add(taken)
  return taken
}

export const json = (value: unknown, status = 200): StandInReply => ({ status, json: value })
