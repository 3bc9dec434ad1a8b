import type {
  IdentityClaim,
  PrechatField,
  PublicConfig,
  ServerFrame,
  WireConversation,
  WireMessage,
} from '../../../src/wire.ts'
import { ApiError } from '../net/api.ts'
import { createConnection, type Link } from '../net/connection.ts'
import { createSession } from '../net/session.ts'
import type { Storage } from '../storage.ts'
import { uuid } from '../uuid.ts'
import { createCourier } from './courier.ts'
import { Outbox, type Outgoing } from './outbox.ts'
import { Timeline } from './timeline.ts'
import { createTyping } from './typing.ts'
import { createUploads } from './uploads.ts'

interface Deps {
  config: PublicConfig
  storage: Storage
  locale: string
  /** Something to draw changed. */
  onChange(): void
  /** A new message of the company. */
  onMessage(message: WireMessage): void
}

export type Chat = ReturnType<typeof createChat>

/** The conversation as the widget knows it, and all that a visitor can do in it. */
export function createChat({ config, storage, locale, onChange, onMessage }: Deps) {
  const timeline = new Timeline()
  const outbox = new Outbox(storage)
  const state = {
    link: 'idle' as Link,
    error: null as ApiError | null,
    conversation: { status: 'none', agent: null } as WireConversation,
    offline: config.offline.now,
    prechat: [] as PrechatField[],
    profile: {} as { name?: string; email?: string; phone?: string },
    older: false,
    /** The replay of this visit has ended: what comes now is new. */
    settled: false,
    /** The form of closed hours was sent in this visit. */
    left: false,
    seen: false,
  }

  const session = createSession(storage, locale, {
    onOther(person) {
      timeline.clear()
      state.settled = false
      state.conversation = { status: 'none', agent: null }
      if (person) outbox.clear()
    },
    onChange(answer) {
      state.prechat = answer.prechat
      state.profile = answer.profile
      onChange()
    },
  })
  const connection = createConnection(session, {
    cursor: () => timeline.cursor,
    onFrame: (frame) => {
      apply(frame)
      onChange()
    },
    onLink(link, error) {
      const changed = link !== state.link
      state.link = link
      state.error = error
      if (changed) courier.interrupted()
      onChange()
    },
  })
  const typing = createTyping(onChange, (on) => {
    if (!connection.send({ type: 'typing', on }) && state.link === 'online') {
      session.call('POST', 'typing', { on }).catch(() => null)
    }
  })
  const courier = createCourier(outbox, connection, session, {
    onSent: (item) => {
      timeline.put({ ...shown(item), status: 'sent' })
      onChange()
    },
    onFailed: (id, code) => {
      if (code === 'ERR_PRECHAT_REQUIRED') {
        outbox.retry(id)
        connection.restart()
        session.refresh().catch(() => null)
      }
      onChange()
    },
  })
  const uploads = createUploads({
    session,
    limits: config.files,
    onChange,
    onDone: (id, fileId, file) => post({ uuid: id, text: '', at: Date.now(), fileId, file }),
  })

  function apply(frame: ServerFrame): void {
    switch (frame.type) {
      case 'reset':
        timeline.clear()
        return
      case 'ready':
        state.conversation = frame.conversation
        state.offline = frame.offline
        if (!state.settled) state.older = frame.older
        state.settled = true
        markSeen()
        return
      case 'message':
        received(frame.message)
        return
      case 'ack':
        courier.acked(frame.uuid)
        return
      case 'status':
        timeline.status(frame.ids, frame.status)
        return
      case 'removed':
        timeline.remove(frame.id)
        return
      case 'edited':
        timeline.edit(frame.id, frame.content)
        return
      case 'typing':
        typing.heard(frame.on)
        return
      case 'conversation':
        state.conversation = frame.conversation
        return
      case 'error':
        if (frame.uuid) courier.refused(frame.uuid, new ApiError(frame.code, frame.retryable))
    }
  }

  function received(message: WireMessage): void {
    if (message.mine) outbox.done(message.id)
    const fresh = timeline.put(message)
    if (message.mine || !fresh || message.removed) return
    typing.heard(false)
    if (state.settled) onMessage(message)
    markSeen()
  }

  /** Tells the company what the visitor has read: only while it really stands before their eyes. */
  function markSeen(): void {
    const unread = timeline.unread
    const last = unread.at(-1)
    if (!state.seen || !last) return
    timeline.status(
      unread.map(({ id }) => id),
      'read',
    )
    if (!connection.send({ type: 'read', upto: last.id })) {
      session.call('POST', 'read', { upto: last.id }).catch(() => null)
    }
  }

  function post(item: Outgoing): void {
    outbox.add(item)
    typing.stop()
    courier.go()
    onChange()
  }

  return {
    state,
    config,
    timeline,
    outbox,
    uploads,
    typing,
    start: () => connection.start(),
    setPage: session.setPage,
    /** Somebody was here before: there may be answers waiting. */
    returning: () => session.known() || outbox.next !== null,
    send: (text: string) => post({ uuid: uuid(), text, at: Date.now() }),
    choose: (choice: { id: string; text: string }) => post({ uuid: uuid(), text: '', choice, at: Date.now() }),
    retry(id: string): void {
      outbox.retry(id)
      courier.go()
      onChange()
    },
    discard(id: string): void {
      outbox.done(id)
      onChange()
    },
    setSeen(seen: boolean): void {
      state.seen = seen
      if (seen) markSeen()
      onChange()
    },
    async loadOlder(): Promise<void> {
      const before = timeline.oldest
      if (!before) return
      const path = `history?before=${encodeURIComponent(before)}`
      const page = await session.call<{ messages: WireMessage[]; older: boolean }>('GET', path)
      timeline.prepend(page.messages)
      state.older = page.older
      onChange()
    },
    async answerPrechat(values: Record<string, string>): Promise<void> {
      const answer = await session.call<{ prechat: PrechatField[] }>('POST', 'prechat', { values })
      state.prechat = answer.prechat
      courier.go()
      onChange()
    },
    async leave(form: { text: string; name?: string; email?: string; phone?: string }): Promise<void> {
      await session.call('POST', 'offline', { uuid: uuid(), ...form })
      state.left = true
      onChange()
    },
    async renewLink(url: string): Promise<string | null> {
      const answer = await session.call<{ links: ({ url: string } | null)[] }>('POST', 'links', { urls: [url] })
      return answer.links[0]?.url ?? null
    },
    async identify(claim: IdentityClaim): Promise<void> {
      await session.identify(claim)
      if (state.link !== 'idle') connection.restart()
      else if (session.known()) connection.start()
    },
    async reset(): Promise<void> {
      connection.stop()
      timeline.clear()
      outbox.clear()
      uploads.clear()
      state.settled = false
      state.left = false
      state.prechat = []
      await session.reset()
      onChange()
    },
  }
}

/** An outgoing message as it looks in the conversation. */
export function shown(item: Outgoing): WireMessage {
  return {
    id: item.uuid,
    seq: null,
    mine: true,
    content: item.file
      ? { type: 'file', file: item.file, text: item.text }
      : { type: 'text', text: item.choice?.text ?? item.text },
    at: item.at,
    status: 'sent',
    sender: null,
    replyTo: item.replyTo ?? null,
    edited: false,
    removed: false,
  }
}
