import { createRecorder } from '@recado/sdk/testing'
import { type BinaryNode, encodeBigEndian, type proto, S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import { answerTo, signalKey } from './answers.ts'
import type { Connection } from './connection.ts'
import type { Device, Sent, World } from './model.ts'
import { child, node } from './nodes.ts'
import { createCodePairing, pairSuccess, partsOfQr } from './pairing.ts'
import { createPerson } from './person.ts'
import { uploadAgain } from './phone.ts'
import { readMessage } from './receive.ts'

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis

/** The state of WhatsApp's server with one account. */
export function createWorld(): World {
  return {
    owner: createPerson({ phone: '551130000000', lid: '888000111222333', name: 'Loja' }),
    devices: [],
    people: [],
    groups: [],
    offline: [],
    files: new Map(),
    expired: new Map(),
    logins: createRecorder('a login'),
    sent: createRecorder<Sent>('a message of the product'),
    stanzas: createRecorder<BinaryNode>('a stanza of the product'),
    refs: 6,
    preKeyCount: null,
    acks: [],
    loginFailures: [],
    timelock: { isActive: false },
    isPhoneOnline: true,
    cutsReplay: false,
  }
}

/** A socket that shows QR codes. */
interface Pairing {
  connection: Connection
  device: Device
  hello: BinaryNode | null
  code: Awaited<ReturnType<typeof createCodePairing>> | null
}

/** What the server does with logins and stanzas. */
export function createService(world: World) {
  const pairings = new Map<Connection, Pairing>()
  const online = new Map<Connection, Device>()
  const ready = new Set<Connection>()
  let numbers = 0

  const register = (connection: Connection, payload: proto.ClientPayload) => {
    const data = payload.devicePairingData
    numbers += 1
    const device: Device = {
      number: numbers,
      jid: `${world.owner.phone}:${numbers}@s.whatsapp.net`,
      lid: `${world.owner.lid}:${numbers}@lid`,
      bundle: {
        registrationId: Buffer.from(data?.eRegid ?? encodeBigEndian(1)).readUInt32BE(0),
        identityKey: signalKey(data?.eIdent ?? new Uint8Array(32)),
        signedPreKey: {
          keyId: Buffer.from(data?.eSkeyId ?? encodeBigEndian(1, 3)).readUIntBE(0, 3),
          publicKey: signalKey(data?.eSkeyVal ?? new Uint8Array(32)),
          signature: data?.eSkeySig ?? new Uint8Array(64),
        },
      },
      preKeys: [],
      removed: false,
    }
    pairings.set(connection, { connection, device, hello: null, code: null })
    const refs = Array.from({ length: world.refs }, (_, index) =>
      node('ref', {}, Buffer.from(`ref-${numbers}-${index}`)),
    )
    connection.send(
      node('iq', { id: `refs-${numbers}`, type: 'set', from: S_WHATSAPP_NET, xmlns: 'md' }, [
        node('pair-device', {}, refs),
      ]),
    )
  }

  const login = (connection: Connection, payload: proto.ClientPayload) => {
    const failure = world.loginFailures.find(({ left }) => left > 0)
    if (failure) {
      failure.left -= 1
      connection.send(node('failure', { reason: failure.reason, location: 'gru' }))
      return
    }
    const device = world.devices.find(({ number }) => number === payload.device)
    if (!device || device.removed) {
      connection.send(node('failure', { reason: 401, location: 'gru' }))
      return
    }
    for (const [other, its] of online) if (its === device) replace(other)
    online.set(connection, device)
    connection.send(node('success', { t: Math.floor(Date.now() / 1000), lid: device.lid, creation: 1_700_000_000 }))
  }

  const pairingOf = (qr: string): Pairing | undefined => {
    const { identity } = partsOfQr(qr)
    return [...pairings.values()].find(({ device }) => identity.equals(device.bundle.identityKey.subarray(1)))
  }

  const replace = (connection: Connection) => {
    connection.send(node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
    connection.close()
  }

  const pairStanza = async (pairing: Pairing, stanza: BinaryNode) => {
    const { connection, device } = pairing
    const link = child(stanza, 'link_code_companion_reg')
    if (link?.attrs.stage === 'companion_hello') pairing.hello = link
    if (link?.attrs.stage === 'companion_finish' && pairing.code) {
      connection.send(node('iq', { id: stanza.attrs.id, type: 'result', from: S_WHATSAPP_NET }))
      connection.send(pairSuccess(world, device, pairing.code.secretOf(link)))
    }
    if (child(stanza, 'pair-device-sign')) {
      world.devices.push(device)
      connection.send(node('stream:error', { code: 515 }))
      connection.close()
    }
  }

  const deliverWaiting = (connection: Connection) => {
    const waiting = [...world.offline]
    for (const stanza of waiting) connection.send({ ...stanza, attrs: { ...stanza.attrs, offline: '0' } })
    if (world.cutsReplay) return
    connection.send(node('ib', { from: S_WHATSAPP_NET }, [node('offline', { count: waiting.length })]))
    ready.add(connection)
  }

  const acknowledge = async (connection: Connection, stanza: BinaryNode) => {
    const rule = world.acks.shift() ?? { type: 'accept' }
    if (rule.type === 'never') return
    if (rule.type === 'held') await rule.until
    const error = rule.type === 'error' ? rule.code : undefined
    connection.send(
      node('ack', {
        class: 'message',
        id: stanza.attrs.id,
        from: stanza.attrs.to,
        t: Math.floor(Date.now() / 1000),
        error,
      }),
    )
  }

  /** The device has it for good; what was not confirmed comes again at the next login. */
  const confirmed = (connection: Connection, id: string | undefined) => {
    const index = world.offline.findIndex(({ attrs }) => attrs.id === id)
    if (index >= 0) world.offline.splice(index, 1)
    if (!world.cutsReplay || world.offline.length > 0) return
    world.cutsReplay = false
    connection.send(node('stream:error', { code: 503 }))
    connection.close()
  }

  const deviceStanza = async (connection: Connection, device: Device, stanza: BinaryNode) => {
    if (stanza.tag === 'iq') {
      if (child(stanza, 'remove-companion-device')) device.removed = true
      if (stanza.attrs.type !== 'result') connection.send(await answerTo(world, device, stanza))
      if (stanza.attrs.xmlns === 'passive') deliverWaiting(connection)
    } else if (stanza.tag === 'call') {
      connection.send(node('ack', { class: 'call', id: stanza.attrs.id, from: stanza.attrs.to }))
    } else if (stanza.tag === 'message') {
      const isRefused = world.acks[0]?.type === 'error'
      if (!isRefused) for (const sent of await readMessage(world, device, stanza)) world.sent.add(sent)
      void acknowledge(connection, stanza)
    } else if (stanza.attrs.type === 'server-error') {
      const answer = await uploadAgain(world, stanza)
      if (answer) connection.send(answer)
    } else if (stanza.tag === 'receipt' && stanza.attrs.type !== 'retry') confirmed(connection, stanza.attrs.id)
    else if (stanza.tag === 'ack') confirmed(connection, stanza.attrs.id)
  }

  return {
    online,
    onLogin(connection: Connection, payload: proto.ClientPayload) {
      const isNew = Boolean(payload.devicePairingData)
      world.logins.add(isNew ? 'registration' : 'login')
      if (isNew) register(connection, payload)
      else login(connection, payload)
    },
    async onStanza(connection: Connection, stanza: BinaryNode) {
      world.stanzas.add(stanza)
      const pairing = pairings.get(connection)
      const device = online.get(connection)
      if (pairing) await pairStanza(pairing, stanza)
      else if (device) await deviceStanza(connection, device, stanza)
    },
    onClose(connection: Connection) {
      pairings.delete(connection)
      online.delete(connection)
      ready.delete(connection)
    },

    /** The owner points the phone's camera at the code. */
    scan(qr: string) {
      const pairing = pairingOf(qr)
      if (!pairing) throw new Error('nobody shows this QR code')
      pairing.connection.send(pairSuccess(world, pairing.device, partsOfQr(qr).secret))
    },
    shows: (qr: string) => pairingOf(qr) !== undefined,
    /** The owner types the code that the device shows. */
    async enterCode(code: string) {
      const pairing = await until(() => [...pairings.values()].find(({ hello }) => hello !== null))
      if (!pairing?.hello) throw new Error('nobody waits for a code')
      pairing.code = await createCodePairing(code, pairing.hello)
      pairing.connection.send(pairing.code.offer)
    },
    replace,
    /** To all devices that finished logging in; kept for later when there is none or `isKept`. */
    deliver(stanza: BinaryNode, isKept: boolean) {
      if (isKept) world.offline.push(stanza)
      for (const connection of ready) connection.send(stanza)
    },
    /** A device that is linked, online or not. */
    device(): Device {
      const device = world.devices.findLast(({ removed }) => !removed)
      if (!device) throw new Error('no device is linked')
      return device
    },
    isReady: () => ready.size > 0,
  }
}

export type Service = ReturnType<typeof createService>

/** Looks every few milliseconds until something is there. */
export async function until<T>(look: () => T | undefined | null | false, timeoutMs = 5000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain`)
    await new Promise<void>((resolve) => {
      const timer = startTimer(() => {
        stopTimer(timer)
        resolve()
      }, 5)
    })
  }
}
