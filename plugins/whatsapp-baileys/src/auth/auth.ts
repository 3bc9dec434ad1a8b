import { type AuthenticationCreds, type AuthenticationState, initAuthCreds } from '@whiskeysockets/baileys'
import { BOOK } from '../receive/address-book.ts'
import { createKeyStore, KEYS } from './keys.ts'
import type { Ledger } from './ledger.ts'

const CREDS = 'auth:creds'

/** The session of one linked device: who we are, and the keys of all conversations. */
export interface Auth extends AuthenticationState {
  /** Takes over a change and keeps the whole. */
  update(change: Partial<AuthenticationCreds>): Promise<void>
}

export async function loadAuth(ledger: Ledger, now: () => number): Promise<Auth> {
  const creds = ((await ledger.read(CREDS)) as AuthenticationCreds | null) ?? initAuthCreds()
  return {
    creds,
    keys: createKeyStore(ledger, now),
    update(change) {
      Object.assign(creds, change)
      return ledger.write({ [CREDS]: creds })
    },
  }
}

/** Paired, and not merely about to be: a pairing code writes a number before anybody typed it. */
export const isPaired = ({ creds }: Pick<Auth, 'creds'>): boolean => Boolean(creds.me?.id && creds.account)

/** After a logout the keys are worthless, old ones on a new pairing would be harmful, and the phone may be another. */
export async function forgetAuth(ledger: Ledger): Promise<void> {
  await ledger.write({ [CREDS]: null })
  await ledger.clear(KEYS)
  await ledger.clear(BOOK)
}
