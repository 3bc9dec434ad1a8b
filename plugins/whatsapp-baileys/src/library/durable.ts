import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
} from '@whiskeysockets/baileys'
import { apart } from './apart.ts'
import type { Turns } from './turns.ts'

export interface Durable {
  /** Of every stanza that comes in, before the library looks at it. */
  see(stanza: BinaryNode): void
  readonly makeSignalRepository: SocketConfig['makeSignalRepository']
}

/**
 * The library confirms a message to WhatsApp before it tells anybody of it, so a crash in between would lose it. This
 * puts `take` between decrypting and confirming, inside the transaction of the keys: when it fails nothing has
 * happened, WhatsApp sends the message again, and it can be decrypted again.
 */
export function createDurable(turns: Turns, take: (stanza: BinaryNode, padded: Uint8Array) => Promise<void>): Durable {
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const taken = async (cipher: Uint8Array, padded: Uint8Array): Promise<Uint8Array> => {
    const stanza = stanzas.get(cipher)
    if (stanza) await take(stanza, padded)
    return padded
  }
  return {
    see(stanza) {
      if (stanza.tag !== 'message' || !Array.isArray(stanza.content)) return
      for (const { tag, content } of stanza.content) {
        if (tag === 'enc' && content instanceof Uint8Array) stanzas.set(content, stanza)
      }
    },
    makeSignalRepository(auth, logger, lookUp) {
      const inner = apart(DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, lookUp))
      const keys = auth.keys as SignalKeyStoreWithTransaction
      return {
        ...inTurns(inner, keys, turns),
        decryptMessage: (options) =>
          turns.run(() =>
            keys.transaction(async () => taken(options.ciphertext, await inner.decryptMessage(options)), options.jid),
          ),
        decryptGroupMessage: (options) =>
          turns.run(() =>
            keys.transaction(async () => taken(options.msg, await inner.decryptGroupMessage(options)), options.group),
          ),
      }
    },
  }
}

/**
 * Sending changes the keys of its recipients in one transaction of the account's own, receiving in one per sender. The
 * library lets both run at once, and the later commit undoes the earlier one. Here a transaction takes its turn as soon
 * as it touches a conversation, and keeps it until it is committed; resends of the library itself included. Others, such
 * as the long ones that fetch an account's state, stop nobody.
 */
function inTurns(
  inner: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
  turns: Turns,
): SignalRepositoryWithLIDStore {
  const running = new AsyncLocalStorage<{ leave: Promise<() => void> | null }>()
  const transaction = keys.transaction.bind(keys)
  keys.transaction = async (work, name) => {
    if (keys.isInTransaction()) return transaction(work, name)
    const held: { leave: Promise<() => void> | null } = { leave: null }
    try {
      return await transaction(() => running.run(held, work), name)
    } finally {
      const leave = await held.leave
      leave?.()
    }
  }
  const touching =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const held = running.getStore()
      if (held) {
        held.leave ??= turns.enter()
        await held.leave
      }
      return call(...given)
    }
  return {
    ...inner,
    validateSession: touching(inner.validateSession),
    injectE2ESession: touching(inner.injectE2ESession),
    encryptMessage: touching(inner.encryptMessage),
    encryptGroupMessage: touching(inner.encryptGroupMessage),
  }
}
