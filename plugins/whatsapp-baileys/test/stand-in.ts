import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Recorder } from '@recado/sdk/testing'
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { WebSocketServer } from 'ws'
import { trustOurRoot } from './server/certificate.ts'
import { serve } from './server/connection.ts'
import { type Delivery, messageStanza } from './server/delivery.ts'
import { type FilePart, opened, putUp } from './server/files.ts'
import { type HistoryChat, type HistoryPhase, historyMessage } from './server/history.ts'
import { createFileServer, type MediaFailure } from './server/media.ts'
import type { AckRule, Device, Group, Sent, World } from './server/model.ts'
import { node } from './server/nodes.ts'
import { createPerson, type Person } from './server/person.ts'
import { createService, createWorld, until } from './server/service.ts'

export type { AckRule, Device, FilePart, Group, HistoryChat, Person, Sent }

export interface WhatsApp {
  /** `http://127.0.0.1:<port>`: the endpoints `web`, `media` and `pictures`. */
  readonly url: string
  readonly world: World
  /** Messages of the product, decrypted by those who got them. */
  readonly sent: Recorder<Sent>
  /** Everything the product sent, stanza by stanza. */
  readonly stanzas: Recorder<BinaryNode>
  readonly logins: World['logins']
  readonly owner: Person
  addPerson(given?: Parameters<typeof createPerson>[0]): Person
  addGroup(subject: string, members: Person[], admins?: Person[]): Group

  /** The owner scans the QR code, or types the pairing code. */
  scan(qr: string): void
  /** Is it a code that can be scanned now? */
  shows(qr: string): boolean
  enterCode(code: string): Promise<void>
  /** The device logged in and has had what waited for it. */
  waitUntilReady(): Promise<void>

  /** A person writes; answers the message's id. What is not confirmed comes again at the next login. */
  says(from: Person, content: string | proto.IMessage, delivery?: Partial<Delivery>): Promise<string>
  /** The same stanza once more. */
  repeat(id: string): void
  /** A person's phone confirms what the product sent. */
  confirms(from: Person, id: string, type?: 'read' | 'played', group?: Group): void
  /** A person's phone could not read a message and asks for it again. */
  asksAgain(from: Person, id: string, count?: number): Promise<void>
  types(from: Person, isTyping: boolean, group?: Group): void
  calls(from: Person, id: string, event?: 'offer' | 'terminate'): void
  changesGroup(group: Group, subject: string): void
  notify(stanza: BinaryNode): void

  /** The next message is taken so. */
  nextAck(rule: AckRule): void
  /** The next logins are refused with this reason: 401, 403, 405, 503. */
  refuseLogin(reason: number, times?: number): void
  /** The session is used elsewhere (440). */
  replaceSession(): void
  /** The owner takes the device off the phone. */
  removeDevice(): void
  endStream(code: number): void
  dropConnections(): void
  /** The next login's replay of what waited is cut off once all of it is confirmed. */
  cutNextReplay(): void
  failFiles(status: number, times?: number): void
  /** A person's phone puts up a file; answers what its message says of it. */
  putFile(bytes: Uint8Array, type: Parameters<typeof putUp>[2]): Promise<FilePart>
  /** A file that was sent, as its recipient sees it. */
  openFile(part: Parameters<typeof opened>[1], type: Parameters<typeof putUp>[2]): Promise<Buffer>
  /** The file is gone from the servers; the owner's phone has it when it is online. */
  expireFile(part: FilePart): void
  /** The phone sends old conversations. */
  sendHistory(chats: HistoryChat[], phase?: Partial<HistoryPhase>): Promise<void>
  restrict(endsAt: number | null): void
  close(): Promise<void>
}

/** WhatsApp on loopback: Noise and Signal for real, one account with its phone, people who write and read. */
export async function startWhatsApp(options: { preKeyCount?: number; refs?: number } = {}): Promise<WhatsApp> {
  trustOurRoot()
  const world = createWorld()
  if (options.preKeyCount !== undefined) world.preKeyCount = options.preKeyCount
  if (options.refs !== undefined) world.refs = options.refs
  const service = createService(world)
  const fileFailures: MediaFailure[] = []
  const server = createServer(createFileServer(world, fileFailures, () => 1_099_000_000))
  const sockets = new WebSocketServer({ server, path: '/ws/chat' })
  sockets.on('connection', (socket) => serve(socket, service))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const said = new Map<string, { stanza: BinaryNode; content: proto.IMessage }>()
  let ids = 0

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    sent: world.sent,
    stanzas: world.stanzas,
    logins: world.logins,
    owner: world.owner,
    addPerson(given) {
      const person = createPerson(given)
      world.people.push(person)
      return person
    },
    addGroup(subject, members, admins = []) {
      const group = { jid: `1203630000000000${10 + world.groups.length}@g.us`, subject, members, admins }
      world.groups.push(group)
      return group
    },
    scan: service.scan,
    shows: service.shows,
    enterCode: service.enterCode,
    async waitUntilReady() {
      await until(service.isReady)
    },

    async says(from, given, delivery = {}) {
      ids += 1
      const content = typeof given === 'string' ? { conversation: given } : given
      const whole = { id: `3A${String(ids).padStart(18, '0')}`, at: Math.floor(Date.now() / 1000), ...delivery }
      const stanza = await messageStanza(service.device(), from, content, whole)
      said.set(whole.id, { stanza, content })
      service.deliver(stanza, true)
      return whole.id
    },
    repeat(id) {
      const known = said.get(id)
      if (known) service.deliver(known.stanza, false)
    },
    confirms(from, id, type, group) {
      const at = Math.floor(Date.now() / 1000)
      const names = group ? { from: group.jid, participant: from.lidJid } : { from: from.pnJid }
      service.deliver(node('receipt', { ...names, id, type, t: at }), false)
    },
    async asksAgain(from, id, count = 1) {
      await from.forget()
      const keys = await from.bundle(from.pnJid)
      const registration = Array.isArray(keys.content) ? keys.content[0]?.content : undefined
      service.deliver(
        node('receipt', { from: from.pnJid, id, type: 'retry', t: Math.floor(Date.now() / 1000) }, [
          node('retry', { count, id, t: 1, v: 1 }),
          node('registration', {}, registration),
        ]),
        false,
      )
    },
    types(from, isTyping, group) {
      const names = group ? { from: group.jid, participant: from.lidJid } : { from: from.pnJid }
      service.deliver(node('chatstate', names, [node(isTyping ? 'composing' : 'paused')]), false)
    },
    calls(from, id, event = 'offer') {
      const at = Math.floor(Date.now() / 1000)
      const inner = node(event, { 'call-id': id, 'call-creator': from.lidJid, caller_pn: from.pnJid })
      service.deliver(node('call', { id: `call-${id}`, from: from.lidJid, t: at }, [inner]), false)
    },
    changesGroup(group, subject) {
      group.subject = subject
      const at = Math.floor(Date.now() / 1000)
      const stanza = node(
        'notification',
        { id: `g-${at}-${subject}`, type: 'w:gp2', from: group.jid, participant: group.members[0]?.lidJid, t: at },
        [node('subject', { subject, s_t: at })],
      )
      service.deliver(stanza, false)
    },
    notify: (stanza) => service.deliver(stanza, false),

    nextAck: (rule) => void world.acks.push(rule),
    refuseLogin: (reason, times = 1) => void world.loginFailures.push({ reason, left: times }),
    replaceSession() {
      for (const connection of service.online.keys()) service.replace(connection)
    },
    removeDevice() {
      for (const [connection, device] of service.online) {
        device.removed = true
        connection.send(node('stream:error', { code: 401 }, [node('conflict', { type: 'device_removed' })]))
        connection.close()
      }
    },
    endStream(code) {
      for (const connection of service.online.keys()) {
        connection.send(node('stream:error', { code }))
        connection.close()
      }
    },
    dropConnections() {
      for (const connection of service.online.keys()) connection.drop()
    },
    cutNextReplay() {
      world.cutsReplay = true
    },
    putFile: (bytes, type) => putUp(world, bytes, type),
    openFile: (part, type) => opened(world, part, type),
    expireFile(part) {
      const bytes = world.files.get(part.directPath)
      if (bytes) world.expired.set(Buffer.from(part.mediaKey).toString('base64'), bytes)
      world.files.delete(part.directPath)
    },
    async sendHistory(chats, phase = {}) {
      const content = historyMessage(chats, { onDemand: false, progress: 100, ...phase })
      const whole = {
        id: `H${chats.length}${Date.now()}`,
        at: Math.floor(Date.now() / 1000),
        addressing: 'pn' as const,
      }
      const stanza = await messageStanza(service.device(), world.owner, content, whole)
      service.deliver({ ...stanza, attrs: { ...stanza.attrs, category: 'peer' } }, true)
    },
    failFiles: (status, times = 1) => void fileFailures.push({ status, left: times }),
    restrict(endsAt) {
      world.timelock = { isActive: endsAt !== null, ...(endsAt === null ? {} : { endsAt: Math.floor(endsAt / 1000) }) }
      const data = {
        xwa2_notify_account_reachout_timelock: {
          is_active: endsAt !== null,
          time_enforcement_ends: endsAt === null ? '0' : String(Math.floor(endsAt / 1000)),
          enforcement_type: 'DEFAULT',
        },
      }
      const update = node(
        'update',
        { op_name: 'NotificationUserReachoutTimelockUpdate' },
        Buffer.from(JSON.stringify({ data })),
      )
      service.deliver(
        node('notification', { id: `mex-${endsAt}`, type: 'mex', from: '@s.whatsapp.net', t: 1 }, [update]),
        false,
      )
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
