import type { ChannelContext } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { ConnectionState, WASocket } from '@whiskeysockets/baileys'
import type { Auth } from '../auth/auth.ts'
import { endSocket } from '../library/socket.ts'
import { within } from '../library/wait.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { Timing } from '../timing.ts'
import { createPairing } from './pairing.ts'
import { codeOf, REASON } from './policy.ts'
import type { Account, Status } from './status.ts'

export interface Attempt {
  ctx: ChannelContext
  socket: WASocket
  auth: Auth
  settings: Readonly<WhatsAppSettings>
  status: Status
  timing: Timing
  until: AbortSignal
  /** Listens to what comes in; answers how to wait until all of it is dealt with. */
  attach(socket: WASocket, auth: Auth): () => Promise<void>
  /** A code waits for the owner's phone. */
  onShown(): void
  onOpen(): Promise<void>
  /** What is still under way is given up. */
  onOver(): void
}

export interface Attempted {
  /** The library's number for why it ended. */
  code: number | undefined
  /** How long it was open; null when it never was. */
  openMs: number | null
}

/** One socket from its beginning to its end. What it still held is handed over before this resolves. */
export async function attempt(options: Attempt): Promise<Attempted> {
  const { ctx, socket, auth, status, timing, until } = options
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  let isOver = false
  let openedAt: number | null = null
  const over = (code?: number) => {
    isOver = true
    resolve(code)
  }
  const stop = () => over()
  const pairing = createPairing({ ...options, onOver: () => over(REASON.timedOut) })
  const idle = options.attach(socket, auth)

  const failed = (what: string) => (error: unknown) =>
    ctx.log.warn(what, { code: codeOf(error), name: error instanceof Error ? error.name : 'unknown' })

  const onUpdate = (update: Partial<ConnectionState>) => {
    if (update.connection === 'close') {
      // What is in the library's buffer was confirmed to WhatsApp already and would be lost with it.
      socket.ev.flush()
      over(codeOf(update.lastDisconnect?.error))
    }
    if (isOver) return
    if (update.qr)
      pairing.qr(update.qr).then(options.onShown, (error: unknown) => {
        failed('no code could be shown')(error)
        // another connection asks for another code; on this one nobody would ever see one
        over()
      })
    if (update.isNewLogin) {
      pairing.close()
      status.connecting().catch(failed('the state could not be told'))
    }
    if (update.connection === 'open') {
      openedAt = ctx.clock.now()
      pairing.close()
      status.connected(accountOf(auth)).then(options.onOpen).catch(failed('opening was not finished'))
    }
  }

  socket.ev.on('connection.update', onUpdate)
  socket.ev.on('creds.update', (change) => {
    // A failure ends the attempt through the ledger.
    auth.update(change).catch(failed('the session could not be kept'))
  })
  until.addEventListener('abort', stop)
  if (until.aborted) stop()
  try {
    const code = await promise
    return { code, openMs: openedAt === null ? null : ctx.clock.now() - openedAt }
  } finally {
    until.removeEventListener('abort', stop)
    pairing.close()
    await endSocket(socket)
    await within(idle(), timing.drainMs)
    options.onOver()
  }
}

function accountOf({ creds }: Auth): Account {
  const phone = addressOf(creds.me?.id ?? '')?.value ?? ''
  const lid = addressOf(creds.me?.lid ?? '')?.value
  const name = creds.me?.name && creds.me.name !== '~' ? creds.me.name : undefined
  return {
    id: phone,
    number: `+${phone}`,
    ...(name ? { name } : {}),
    ...(lid ? { also: [lid] } : {}),
  }
}
