import {
  type AuthenticationCreds,
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  type KeyPair,
  proto,
  type SignalKeyStore,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import { apart } from '../../src/library/apart.ts'
import { createTurns } from '../../src/library/turns.ts'
import { bigEndian, bytesOf, node } from './nodes.ts'
import { silent } from './silent.ts'

/** Keys under which a linked device can be written to. */
export interface Bundle {
  registrationId: number
  identityKey: Uint8Array
  signedPreKey: { keyId: number; publicKey: Uint8Array; signature: Uint8Array }
  preKey?: { keyId: number; publicKey: Uint8Array }
}

/** Somebody with WhatsApp on a phone of their own, with a real store of Signal keys. */
export interface Person {
  readonly phone: string
  readonly lid: string
  readonly name: string
  readonly pnJid: string
  readonly lidJid: string
  /** Has WhatsApp at all. */
  exists: boolean
  encrypt(deviceJid: string, bundle: Bundle, message: proto.IMessage): Promise<{ type: string; ciphertext: Uint8Array }>
  encryptForGroup(group: string, message: proto.IMessage): Promise<{ distribution: Uint8Array; ciphertext: Uint8Array }>
  decrypt(deviceJid: string, enc: BinaryNode): Promise<proto.IMessage>
  decryptGroup(group: string, deviceJid: string, enc: BinaryNode): Promise<proto.IMessage>
  learnGroupKey(deviceJid: string, item: proto.Message.ISenderKeyDistributionMessage): Promise<void>
  /** What the server hands to those who want to write to this person. */
  bundle(jid: string): Promise<BinaryNode>
  /** Loses all sessions, as a phone that was set up anew. */
  forget(): Promise<void>
}

let counter = 0

export function createPerson(given: Partial<Pick<Person, 'phone' | 'lid' | 'name' | 'exists'>> = {}): Person {
  counter += 1
  const phone = given.phone ?? `55119${String(10_000_000 + counter)}`
  const lid = given.lid ?? String(777_000_111_000_000 + counter)
  const creds = initAuthCreds()
  let store = createKeys(creds)
  const preKeys: { id: number; pair: KeyPair }[] = []
  // writing and reading at once would use a key twice
  const turns = createTurns()

  return {
    phone,
    lid,
    name: given.name ?? 'Bia',
    pnJid: `${phone}@s.whatsapp.net`,
    lidJid: `${lid}@lid`,
    exists: given.exists ?? true,
    encrypt: (jid, bundle, message) =>
      turns.run(async () => {
        const { exists } = await store.signal.validateSession(jid)
        if (!exists) await store.signal.injectE2ESession({ jid, session: bundle })
        return store.signal.encryptMessage({ jid, data: encodeWAMessage(message) })
      }),
    encryptForGroup: (group, message) =>
      turns.run(async () => {
        const { senderKeyDistributionMessage, ciphertext } = await store.signal.encryptGroupMessage({
          group,
          meId: `${lid}@lid`,
          data: encodeWAMessage(message),
        })
        return { distribution: senderKeyDistributionMessage, ciphertext }
      }),
    decrypt: (jid, enc) =>
      turns.run(async () => {
        const type = enc.attrs.type === 'pkmsg' ? 'pkmsg' : 'msg'
        return plain(await store.signal.decryptMessage({ jid, type, ciphertext: bytesOf(enc) }))
      }),
    decryptGroup: (group, authorJid, enc) =>
      turns.run(async () => plain(await store.signal.decryptGroupMessage({ group, authorJid, msg: bytesOf(enc) }))),
    learnGroupKey: (authorJid, item) =>
      turns.run(() => store.signal.processSenderKeyDistributionMessage({ authorJid, item })),
    async bundle(jid) {
      const id = preKeys.length + 1
      const pair = Curve.generateKeyPair()
      preKeys.push({ id, pair })
      await store.keys.set({ 'pre-key': { [id]: pair } })
      const { signedPreKey } = creds
      return node('user', { jid }, [
        node('registration', {}, bigEndian(creds.registrationId, 4)),
        node('type', {}, Buffer.from([5])),
        node('identity', {}, creds.signedIdentityKey.public),
        node('skey', {}, [
          node('id', {}, bigEndian(signedPreKey.keyId, 3)),
          node('value', {}, signedPreKey.keyPair.public),
          node('signature', {}, signedPreKey.signature),
        ]),
        node('key', {}, [node('id', {}, bigEndian(id, 3)), node('value', {}, pair.public)]),
      ])
    },
    async forget() {
      store = createKeys(creds)
      await store.keys.set({ 'pre-key': Object.fromEntries(preKeys.map(({ id, pair }) => [id, pair])) })
    },
  }
}

const plain = (padded: Uint8Array): proto.IMessage => {
  const message = proto.Message.decode(unpadRandomMax16(padded))
  return message.deviceSentMessage?.message ?? message
}

function createKeys(creds: AuthenticationCreds): { keys: SignalKeyStore; signal: SignalRepositoryWithLIDStore } {
  const kept = new Map<string, unknown>()
  const store: SignalKeyStore = {
    get: (type, ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const value = kept.get(`${type}:${id}`)
          return value === undefined ? [] : [[id, value]]
        }),
      ) as never,
    set(data) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null) kept.delete(`${type}:${id}`)
          else kept.set(`${type}:${id}`, value)
        }
      }
    },
  }
  const keys = addTransactionCapability(store, silent, { maxCommitRetries: 1, delayBetweenTriesMs: 1 })
  return {
    keys,
    signal: apart(DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, silent, async () => undefined)),
  }
}
