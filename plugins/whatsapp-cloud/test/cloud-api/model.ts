import { createRecorder, type Recorder, type StandInRequest } from '@recado/sdk/testing'
import type { Fault } from './fault.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export type Json = Record<string, unknown>

/** Somebody with WhatsApp. Without `waId` they hide their phone. */
export interface Person {
  waId?: string
  userId?: string
  name: string
  username?: string
  /** False: what is sent to them fails later with 131026. */
  reachable: boolean
  /** Epoch milliseconds of their last message: the window counts from it. */
  lastInboundAt?: number
  wantsMarketing: boolean
}

/** A message that Meta took. */
export interface Sent {
  id: string
  /** `to` or `recipient` as it was given. */
  to: string
  type: string
  /** The request. */
  json: Json
  /** Text, caption or body; empty without any. */
  text: string
}

export interface StoredMedia {
  id: string
  bytes: Uint8Array
  mimeType: string
  fileName?: string
  /** Which of its addresses is still good. */
  ticket: number
  urlUntil: number
}

export interface StoredTemplate extends Json {
  id: string
  name: string
  language: string
  status: string
  category: string
  components: Json[]
}

export interface NumberOptions {
  phoneNumberId?: string
  businessAccountId?: string
  display?: string
  name?: string
  token?: string
}

/** Everything Meta knows of one number and its account. */
export interface NumberState {
  readonly phoneNumberId: string
  readonly businessAccountId: string
  readonly display: string
  readonly name: string
  token: string
  /** Number info, as GET answers it. */
  info: Json
  /** What customers see of the number. */
  profile: Json
  pin: string | null
  isVerified: boolean
  registrations: number[]
  subscription: Json | null
  readonly people: Map<string, Person>
  readonly media: Map<string, StoredMedia>
  readonly templates: Map<string, StoredTemplate>
  readonly sent: Recorder<Sent>
  readonly reads: Recorder<Json>
  readonly webhooks: Webhooks
  /** Refusals of the next sends: at once, or by a failed status. */
  readonly refusals: { fault: Fault; by: 'http' | 'status'; left: number }[]
  refuseWindowBy: 'http' | 'status'
}

export interface World {
  readonly url: string
  readonly appId: string
  readonly appSecret: string
  readonly numbers: NumberState[]
  readonly sessions: Map<string, { type: string; length: number }>
  readonly handles: Set<string>
  now(): number
  nextId(prefix: string): string
}

export type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; body?: Uint8Array | string }
export type Call = StandInRequest & { segments: string[]; number: NumberState }

export function createNumber(world: World, options: NumberOptions): NumberState {
  const count = world.numbers.length
  const phoneNumberId = options.phoneNumberId ?? String(700200 + count)
  const display = options.display ?? `+55 11 3000-000${count}`
  const businessAccountId = options.businessAccountId ?? String(900100 + count)
  const name = options.name ?? 'Recado Teste'
  return {
    phoneNumberId,
    businessAccountId,
    display,
    name,
    token: options.token ?? `EAAstand-in-token-${count}-0123456789`,
    info: {
      id: phoneNumberId,
      display_phone_number: display,
      verified_name: name,
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      status: 'CONNECTED',
      throughput: { level: 'STANDARD' },
      messaging_limit_tier: 'TIER_1K',
      platform_type: 'CLOUD_API',
    },
    profile: { about: 'Aberto das 9 às 18', description: 'Pães e bolos', websites: ['https://padaria.example'] },
    pin: null,
    isVerified: true,
    registrations: [],
    subscription: null,
    people: new Map(),
    media: new Map(),
    templates: new Map(),
    sent: createRecorder<Sent>('a message of the company'),
    reads: createRecorder<Json>('a read mark'),
    webhooks: createWebhooks(world, { phoneNumberId, businessAccountId, display }),
    refusals: [],
    refuseWindowBy: 'http',
  }
}

/** Whom a send is for; people are known from the moment that somebody writes to them. */
export function personBehind(number: NumberState, to: string): Person {
  const known = [...number.people.values()].find(({ waId, userId }) => waId === to || userId === to)
  if (known) return known
  const person: Person = {
    name: to,
    reachable: true,
    wantsMarketing: true,
    ...(/^\d+$/.test(to) ? { waId: to } : { userId: to }),
  }
  number.people.set(to, person)
  return person
}
