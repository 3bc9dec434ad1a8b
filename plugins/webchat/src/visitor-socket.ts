import type { HookSocket } from '@recado/sdk'
import { Value } from 'typebox/value'
import type { Actions } from './actions.ts'
import type { Gate } from './gate.ts'
import type { Hub, Listener } from './hub.ts'
import type { Limits } from './limits.ts'
import type { Rates } from './rates.ts'
import { refusalOf } from './refusal.ts'
import type { WriteReplay } from './replay.ts'
import { ClientFrame } from './schemas.ts'
import type { Session } from './sessions.ts'
import { CLOSE, type ServerFrame } from './wire.ts'

interface Deps {
  gate: Gate
  hub: Hub
  actions: Actions
  rates: Rates
  limits: Limits
  writeReplay: WriteReplay
  clock: { now(): number }
  /** May the socket's origin talk to this channel? */
  allowed: Promise<boolean>
  warn(error: unknown): void
}

type Hello = Extract<ClientFrame, { type: 'hello' }>

/** Serves one socket of one visitor until either side closes it. */
export function serveSocket(socket: HookSocket, deps: Deps): void {
  const { gate, hub, actions, rates, limits } = deps
  let live: { listener: Listener; session: Session; detach: () => void; expiry: NodeJS.Timeout } | null = null
  let closed = false
  let frames = Promise.resolve()
  let waiting = 0
  let lastFeed = deps.clock.now()
  let silence = setTimeout(() => close(CLOSE.idle), limits.helloMs)

  function close(code: number): void {
    if (closed) return
    finish()
    socket.close(code)
  }

  function finish(): void {
    closed = true
    clearTimeout(silence)
    clearTimeout(live?.expiry)
    live?.detach()
  }

  function write(frame: ServerFrame): boolean {
    if (closed) return false
    if (socket.bufferedBytes > limits.bufferedBytes) {
      close(CLOSE.idle)
      return false
    }
    socket.send(JSON.stringify(frame))
    return true
  }

  function listen(session: Session): Listener {
    let turn: Promise<unknown> = Promise.resolve()
    return {
      id: socket.id,
      session: session.id,
      address: session.address,
      former: session.joined,
      cursor: null,
      write,
      end: close,
      inTurn(job) {
        const result = turn.then(job)
        turn = result.catch(() => null)
        return result
      },
    }
  }

  /** The first hello begins; a later one with a fresh token only prolongs. */
  async function hello(frame: Hello): Promise<void> {
    const known = await gate.authenticate(frame.token).catch(() => null)
    if (closed) return
    if (
      !known ||
      (live && live.session.id !== known.session.id) ||
      (live && live.listener.address !== known.session.address)
    ) {
      return close(CLOSE.session)
    }
    const expiry = setTimeout(() => close(CLOSE.session), Math.max(0, known.expiresAt - deps.clock.now()))
    if (live) {
      clearTimeout(live.expiry)
      live.expiry = expiry
      live.session = known.session
      return
    }
    const listener = listen(known.session)
    if (hub.count(known.session.address) >= limits.socketsPerVisitor) {
      clearTimeout(expiry)
      return close(CLOSE.tooMany)
    }
    // Attached first, so that what happens during the replay waits behind it instead of being missed.
    const replayed = listener.inTurn(() => deps.writeReplay(listener, frame.after ?? null))
    live = { listener, session: known.session, detach: hub.attach(listener), expiry }
    await replayed
  }

  async function handle(frame: ClientFrame): Promise<void> {
    if (frame.type === 'hello') return hello(frame)
    if (!live) return close(CLOSE.session)
    const { listener } = live
    switch (frame.type) {
      case 'send': {
        // Read anew: forms and identity may have changed it through HTTP since the hello.
        const session = await gate.current(live.session.id)
        write({ type: 'ack', ...(await actions.send(session, frame, socket.id)) })
        return
      }
      case 'typing':
        return actions.typing(live.session, frame.on)
      case 'read':
        return actions.read(live.session, frame.upto)
      case 'ping': {
        write({ type: 'pong' })
        // Hints are at most once: a quiet look now and then finds what a lost one announced.
        if (deps.clock.now() - lastFeed < limits.resyncMs) return
        lastFeed = deps.clock.now()
        await hub.feed(listener)
      }
    }
  }

  function received(text: string): void {
    if (closed) return
    clearTimeout(silence)
    silence = setTimeout(() => close(CLOSE.idle), live ? limits.idleMs : limits.helloMs)
    waiting += 1
    if (waiting > limits.rates.frames.max || !rates.take(`frames:${socket.id}`, limits.rates.frames)) {
      close(CLOSE.tooMany)
      return
    }
    frames = frames
      .then(() => process(text))
      .finally(() => {
        waiting -= 1
      })
  }

  async function process(text: string): Promise<void> {
    if (closed) return
    const frame = text.length > limits.frameLength ? null : parse(text)
    if (!frame) {
      write({ type: 'error', code: 'ERR_VALIDATION', retryable: false })
      return
    }
    try {
      await handle(frame)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'ERR_UNAVAILABLE') deps.warn(error)
      if (refusal.code === 'ERR_SESSION_ENDED') return close(CLOSE.session)
      if (frame.type === 'hello') return close(1011)
      write(refusal.frame(frame.type === 'send' ? frame.uuid : undefined))
    }
  }

  socket.onMessage(received)
  socket.onClose(finish)
  frames = deps.allowed.then((allowed) => {
    if (!allowed) close(CLOSE.forbidden)
  })
}

function parse(text: string): ClientFrame | null {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(ClientFrame, value) ? value : null
  } catch {
    return null
  }
}
