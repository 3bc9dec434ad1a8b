import { PluginError } from '@recado/sdk'
import type { WASocket } from '@whiskeysockets/baileys'
import type { Auth } from '../auth/auth.ts'
import { orAborted } from '../library/wait.ts'
import { createDeferred } from './deferred.ts'
import { type Holding, type KeepOptions, keep, type Run } from './keep.ts'

export interface Session {
  /**
   * Resolves when a code is shown, when the connection is open, or when it was lost and is tried again; rejects when a
   * person has to act. While it goes on already, nothing happens.
   */
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  /** Ends without a word: the next owner goes on where this one stopped. */
  close(): Promise<void>
  /** The open connection. @throws PluginError NOT_CONNECTED */
  live(): WASocket
  socket(): WASocket | null
  auth(): Auth | null
}

interface Started extends Run {
  stop(): void
  done: Promise<void>
}

export function createSession(options: KeepOptions): Session {
  const { ctx, status } = options
  const holding: Holding = { auth: null, socket: null, isOpen: false }
  let run: Started | null = null

  const begin = (): Started => {
    const stop = new AbortController()
    const started: Started = {
      until: AbortSignal.any([stop.signal, ctx.signal]),
      first: createDeferred(),
      isEnding: false,
      stop: () => stop.abort(),
      done: Promise.resolve(),
    }
    started.done = keep(options, holding, started)
      .catch((error: unknown) => started.first.reject(error))
      .finally(() => {
        started.first.resolve()
        holding.auth = null
        if (run === started) run = null
      })
    return started
  }

  const end = async () => {
    const ending = run
    ending?.stop()
    await ending?.done
  }

  const openSocket = () => (holding.isOpen ? holding.socket : null)

  return {
    async connect(signal) {
      if (run?.isEnding) await run.done
      signal.throwIfAborted()
      if (run) return orAborted(run.first.promise, signal)
      const started = begin()
      run = started
      signal.addEventListener('abort', started.stop, { once: true })
      try {
        await started.first.promise
      } finally {
        signal.removeEventListener('abort', started.stop)
      }
      signal.throwIfAborted()
    },
    close: end,
    async disconnect() {
      await end()
      await status.disconnected()
    },
    live() {
      const socket = openSocket()
      if (!socket) throw new PluginError('NOT_CONNECTED', { detail: ctx.t('error.notConnected') })
      return socket
    },
    socket: openSocket,
    auth: () => holding.auth,
  }
}
