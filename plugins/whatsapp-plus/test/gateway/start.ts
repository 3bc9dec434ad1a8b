import {
  type StandIn,
  type StandInFailure,
  type StandInReply,
  type StandInRequest,
  startStandIn,
} from '@recado/sdk/testing'
import { createDeliveries, type Deliveries, type Payload } from './deliveries.ts'
import { type Circumstances, createWorld, type Group, type Happening, type Person, type World } from './model.ts'

/** How one vendor's gateway speaks. */
export interface Vendor {
  /** Null for calls that it does not have. */
  answer(request: StandInRequest, world: World, tools: Tools): StandInReply | null | 'drop'
  /** The delivery for what happened; several where the vendor tells it in parts. */
  message(
    world: World,
    by: Person,
    happening: Happening,
    circumstances: Required<Pick<Circumstances, 'id'>> & Circumstances,
  ): unknown[]
  receipt(world: World, ids: string[], state: 'sent' | 'delivered' | 'read' | 'failed', chat: string): unknown
  typing(world: World, by: Person, on: boolean): unknown
  call(world: World, by: Person, id: string): unknown
  connection(world: World): unknown
  payload(world: World, body: unknown): Payload
}

export interface Tools {
  /** Of the stand-in itself. */
  url(): string
}

export interface StandInGateway extends Pick<Deliveries, 'made' | 'deliverTo' | 'hold' | 'release' | 'repeat'> {
  /** The value for the setting `serverUrl`, and for the endpoint `pictures`. */
  readonly url: string
  readonly token: string
  readonly adminToken: string
  readonly world: World
  readonly requests: StandIn['requests']
  readonly sent: World['sent']
  addPerson(person: Person): Person
  addGroup(group: Group): Group
  /** Somebody does something; answers the message's id. Resolves when the webhook was called. */
  happens(by: Person, happening: Happening, circumstances?: Circumstances): Promise<string>
  receipt(ids: string[], state: 'sent' | 'delivered' | 'read' | 'failed', chat?: string): Promise<void>
  types(by: Person, on: boolean): Promise<void>
  calls(by: Person, id: string): Promise<void>
  /** Any delivery, as the vendor would wrap it. */
  tells(body: unknown): Promise<void>
  /** The delivery without making it: for samples. */
  payloadOf(by: Person, happening: Happening, circumstances?: Circumstances): Payload
  /** The phone reads the code that is shown. */
  scan(): Promise<void>
  /** The session with WhatsApp breaks, for a while or for good. */
  breaks(how: 'lost' | 'logged out'): Promise<void>
  revokeToken(): void
  /** The next `times` requests (one) to paths that begin so fail. */
  fail(path: string, failure: StandInFailure, times?: number): void
  close(): Promise<void>
}

export type GatewayOptions = Partial<Pick<World, 'token' | 'adminToken' | 'state'>>

/** Any stand-in starts connected and with a webhook that nobody registered yet. */
export async function startGateway(vendor: Vendor, options: GatewayOptions = {}): Promise<StandInGateway> {
  const world = createWorld(options)
  const deliveries = createDeliveries(world)
  let url = ''
  const server = await startStandIn((request) => vendor.answer(request, world, { url: () => url }))
  url = server.url
  const tells = (body: unknown) => deliveries.deliver(vendor.payload(world, body))
  const make = (by: Person, happening: Happening, circumstances: Circumstances = {}) => {
    const id = circumstances.id ?? circumstances.sent?.id ?? world.nextId()
    return { id, bodies: vendor.message(world, by, happening, { ...circumstances, id }) }
  }

  return {
    ...deliveries,
    url,
    token: world.token,
    adminToken: world.adminToken,
    world,
    requests: server.requests,
    sent: world.sent,
    addPerson(person) {
      world.people.push(person)
      return person
    },
    addGroup(group) {
      world.groups.push(group)
      world.people.push(...group.members)
      return group
    },
    async happens(by, happening, circumstances) {
      const { id, bodies } = make(by, happening, circumstances)
      for (const body of bodies) await tells(body)
      return id
    },
    receipt: (ids, state, chat = '') => tells(vendor.receipt(world, ids, state, chat)),
    types: (by, on) => tells(vendor.typing(world, by, on)),
    calls: (by, id) => tells(vendor.call(world, by, id)),
    tells,
    payloadOf: (by, happening, circumstances) => vendor.payload(world, make(by, happening, circumstances).bodies[0]),
    async scan() {
      world.state = 'connected'
      world.pairing = null
      world.isLoggedOut = false
      await tells(vendor.connection(world))
    },
    async breaks(how) {
      world.state = 'disconnected'
      world.isLoggedOut = how === 'logged out'
      await tells(vendor.connection(world))
    },
    revokeToken() {
      world.isRevoked = true
    },
    fail: (path, failure, times) => server.fail((request) => request.path.startsWith(path), failure, times),
    close: server.close,
  }
}

export const phoneId = ({ phone }: Person): string => (phone ? `${phone}@s.whatsapp.net` : '')
export const lidId = ({ lid }: Person): string => (lid ? `${lid}@lid` : '')
/** A picture of one dot, for all faces. */
export const FACE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const FACE_PATH = '/v/t61/face.jpg'
