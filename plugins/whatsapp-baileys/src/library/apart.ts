import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

const underWay = new Map<string, Promise<unknown>>()

/**
 * libsignal has a queue per address of a customer, one for all accounts of the process, and runs what waits there in the
 * async context of whoever began it. The transaction of the keys lives in that context: what waited behind another
 * account's work would read and write outside of any transaction, or in one that is over, and lose steps of the ratchet.
 * Here each waits before it reaches that queue, in a context of its own.
 */
export function apart(inner: SignalRepositoryWithLIDStore): SignalRepositoryWithLIDStore {
  const alone =
    <O extends { jid: string }, R>(call: (options: O) => Promise<R>) =>
    (options: O): Promise<R> => {
      const address = inner.jidToSignalProtocolAddress(options.jid)
      const own = (underWay.get(address) ?? Promise.resolve()).then(() => call(options))
      const over = own
        .catch(() => undefined)
        .finally(() => {
          if (underWay.get(address) === over) underWay.delete(address)
        })
      underWay.set(address, over)
      return own
    }
  return {
    ...inner,
    decryptMessage: alone(inner.decryptMessage),
    encryptMessage: alone(inner.encryptMessage),
    injectE2ESession: alone(inner.injectE2ESession),
  }
}
