import { makeAutoObservable, runInAction } from 'mobx'
import type { Socket } from 'socket.io-client'
import {
  SOCKET_RECONNECT_AFTER_DISCONNECT,
  SOCKET_RECONNECT_MAX,
  SOCKET_RECONNECT_MIN,
  SOCKET_TIMEOUT,
} from '../constants.ts'
import { refreshSession } from '../http/refresh.ts'
import { session } from '../session/session.ts'
import type { ClientEvents } from './events.ts'
import { dispatch, dispatchResync } from './hub.ts'

export type LiveState = 'off' | 'connecting' | 'live' | 'lost'

/** The one socket of this tab. */
class Connection {
  state: LiveState = 'off'
  #socket: Socket | undefined
  #opened = false

  constructor() {
    makeAutoObservable(this)
  }

  /** Connects for the signed-in user; does nothing when already connected. */
  async open(): Promise<void> {
    if (this.#opened) return
    this.#opened = true
    this.state = 'connecting'
    const { io } = await import('socket.io-client')
    if (!this.#opened) return
    const socket = io({
      transports: ['websocket', 'polling'],
      auth: (give) => give({ token: session.token }),
      timeout: SOCKET_TIMEOUT,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
      reconnectionDelay: SOCKET_RECONNECT_MIN,
      reconnectionDelayMax: SOCKET_RECONNECT_MAX,
    })
    this.#socket = socket
    let connectedBefore = false
    socket.on('connect', () => {
      runInAction(() => {
        this.state = 'live'
      })
      this.emit('setUserActive')
      this.emit('joinNotification')
      if (connectedBefore) dispatchResync()
      connectedBefore = true
    })
    socket.on('disconnect', (reason) => {
      runInAction(() => {
        this.state = this.#opened ? 'lost' : 'off'
      })
      // The library leaves it to us to come back after the server closed the connection.
      if (reason === 'io server disconnect') this.#comeBack(socket)
    })
    socket.on('connect_error', (error) => {
      runInAction(() => {
        this.state = 'lost'
      })
      // Still active: the network failed and the library retries. Otherwise the server refused the token.
      if (!socket.active) void this.#renew(socket, error)
    })
    socket.onAny((name: string, payload: unknown) => dispatch(name, payload))
  }

  /** Emits `<tenantId>:<name>`. Lost when there is no connection: these are hints. */
  emit<Name extends keyof ClientEvents>(
    name: Name,
    ...args: ClientEvents[Name] extends undefined ? [] : [ClientEvents[Name]]
  ): void {
    const tenantId = session.user?.tenantId
    if (this.#socket?.connected && tenantId) this.#socket.emit(`${tenantId}:${name}`, ...args)
  }

  close(): void {
    this.#opened = false
    this.state = 'off'
    this.#socket?.close()
    this.#socket = undefined
  }

  #comeBack(socket: Socket): void {
    setTimeout(() => {
      if (this.#socket === socket && session.signedIn) socket.connect()
    }, SOCKET_RECONNECT_AFTER_DISCONNECT)
  }

  async #renew(socket: Socket, error: Error): Promise<void> {
    if (!session.signedIn) return
    if (/SESSION|TOKEN|LOGIN|auth/i.test(error.message)) {
      // A refusal of the refresh itself already leads to the login.
      await refreshSession(session.token).catch(() => undefined)
    }
    this.#comeBack(socket)
  }
}

export const connection = new Connection()
