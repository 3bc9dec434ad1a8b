import type { Me } from '@recado/core/modules/auth/contract'
import { makeAutoObservable, observableRef } from 'mobx'
import { readStored, readStoredJson, store } from '../storage.ts'

export const TOKEN_KEY = 'recado.token'
const USER_KEY = 'recado.user'

export type Profile = Me['profile']

/** What the login answers, without the tokens. */
export type SignedInUser = Me

/** Who is signed in. Kept in local storage, so tabs share it and a reload keeps it. */
class Session {
  token: string | null = readStored(TOKEN_KEY)
  user: SignedInUser | null = readStoredJson<SignedInUser | null>(USER_KEY, null)
  /** True from a click on "leave" until the login screen stands: its 401 is no news. */
  leaving = false

  constructor() {
    makeAutoObservable(this, { user: observableRef }, { autoBind: true })
  }

  get signedIn(): boolean {
    return this.user !== null
  }

  get isAdmin(): boolean {
    return this.user?.profile === 'admin'
  }

  /** Admin of tenant 1, who runs the installation. */
  get isOperator(): boolean {
    return this.user?.isOperator ?? false
  }

  signIn(token: string, user: SignedInUser) {
    this.leaving = false
    this.token = token
    this.user = user
    store(TOKEN_KEY, token)
    store(USER_KEY, JSON.stringify(user))
  }

  /** After a refresh, here or in another tab. */
  adoptToken(token: string) {
    this.token = token
    store(TOKEN_KEY, token)
  }

  patchUser(patch: Partial<SignedInUser>) {
    if (!this.user) return
    this.user = { ...this.user, ...patch }
    store(USER_KEY, JSON.stringify(this.user))
  }

  beginLeaving() {
    this.leaving = true
  }

  /** The server no longer knows the session: nothing may be called any more, the screen stays for a moment. */
  expire() {
    this.token = null
    store(TOKEN_KEY, null)
    store(USER_KEY, null)
  }

  clear() {
    this.token = null
    this.user = null
    store(TOKEN_KEY, null)
    store(USER_KEY, null)
  }

  /** Another tab signed in, out, or refreshed. */
  readShared() {
    this.token = readStored(TOKEN_KEY)
    this.user = readStoredJson<SignedInUser | null>(USER_KEY, null)
  }
}

export const session = new Session()

/** Follows the other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === USER_KEY || event.key === null) session.readShared()
  })
}
