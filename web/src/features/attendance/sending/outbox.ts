import { type Message, messagesContract } from '@recado/core/modules/messages/contract'
import type { Conversation } from '../../../entities/conversation.ts'
import { conversations } from '../../../entities/conversations.ts'
import { MESSAGE_TIMEOUT } from '../../../lib/constants.ts'
import { describe } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { HttpError, isAborted } from '../../../lib/http/errors.ts'
import { upload } from '../../../lib/http/upload.ts'
import { session } from '../../../lib/session/session.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import { outsideWindow } from '../composer/outside-window.ts'
import { options } from '../state/options.ts'
import { kept } from './kept.ts'
import { localMessage, type Outgoing } from './local-message.ts'

/** Hands one message to the server and answers what it made of it. */
export type Deliver = (
  outgoing: Outgoing,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<{ messages: Message[] }>

interface Job {
  outgoing: Outgoing
  abort: AbortController
  /** Why it is not through; null while it is tried. */
  failure: { reason: string; isOffline: boolean } | null
}

/**
 * Messages on their way to the server, one after the other in each ticket, so that they arrive as they were written.
 * Each keeps its id through every retry: however often it is sent, the customer gets it once.
 */
export class Outbox {
  readonly #jobs = new Map<string, Job>()
  readonly #lines = new Map<number, Promise<void>>()
  readonly #deliver: Deliver

  constructor(deliver: Deliver) {
    this.#deliver = deliver
  }

  /** Shows it at once and sends it when those before it are through. */
  send(outgoing: Outgoing): void {
    const me = session.user
    const conversation = conversations.peek(outgoing.ticketId)
    if (!me || !conversation) return
    const quoted = outgoing.quotedMsgId ? conversation.get(outgoing.quotedMsgId) : undefined
    conversation.addLocal(localMessage(outgoing, me, quoted))
    kept.add(outgoing)
    this.#enqueue(outgoing)
  }

  /** Sends a failed one again, under the same id. */
  retry(id: string): void {
    const job = this.#jobs.get(id)
    if (!job) return
    this.#show(job.outgoing, { phase: 'waiting', reason: '' })
    this.#enqueue(job.outgoing)
  }

  /** Takes up what an earlier page of this browser could not hand over. */
  resume(): void {
    for (const outgoing of kept.all()) if (!this.#jobs.has(outgoing.id)) this.#enqueue(outgoing)
  }

  /** There is a connection again: sends what failed for the lack of one. */
  retryOffline(): void {
    for (const [id, { failure }] of this.#jobs) if (failure?.isOffline) this.retry(id)
  }

  /** Shows what is on its way in a conversation that was just loaded. */
  showIn(conversation: Conversation): void {
    const me = session.user
    if (!me) return
    for (const { outgoing, failure } of this.#jobs.values()) {
      if (outgoing.ticketId !== conversation.ticketId || conversation.get(outgoing.id)) continue
      const quoted = outgoing.quotedMsgId ? conversation.get(outgoing.quotedMsgId) : undefined
      conversation.addLocal(localMessage(outgoing, me, quoted))
      if (failure) conversation.patchLocal(outgoing.id, { phase: 'failed', reason: failure.reason })
    }
  }

  /** Gives up on one that is not through: stops its upload and takes it away. */
  discard(id: string): Outgoing | undefined {
    const job = this.#jobs.get(id)
    if (!job) return undefined
    job.abort.abort()
    this.#through(id)
    conversations.peek(job.outgoing.ticketId)?.dropLocal(id)
    return job.outgoing
  }

  get isBusy(): boolean {
    return this.#jobs.size > 0
  }

  #enqueue(outgoing: Outgoing): void {
    const abort = new AbortController()
    this.#jobs.set(outgoing.id, { outgoing, abort, failure: null })
    const before = this.#lines.get(outgoing.ticketId) ?? Promise.resolve()
    this.#lines.set(
      outgoing.ticketId,
      before.then(() => this.#run(outgoing, abort.signal)),
    )
  }

  async #run(outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    this.#show(outgoing, { phase: 'sending' })
    try {
      const { messages } = await this.#deliver(outgoing, signal, (progress) => this.#show(outgoing, { progress }))
      this.#through(outgoing.id)
      for (const message of messages) conversations.peek(outgoing.ticketId)?.take(message)
    } catch (error) {
      if (isAborted(error)) return
      // The answer was lost but the message is there: an event already brought it.
      if (conversations.peek(outgoing.ticketId)?.get(outgoing.id)?.local === null) this.#through(outgoing.id)
      else this.#fail(outgoing, error)
    }
  }

  #fail(outgoing: Outgoing, error: unknown): void {
    const job = this.#jobs.get(outgoing.id)
    // whoever sends it again has seen what the colleague answered
    if (job && error instanceof HttpError && error.is('ERR_ANSWERED_MEANWHILE'))
      job.outgoing = { ...outgoing, answeredAfter: undefined }
    const reason = describe(error).text
    if (job) job.failure = { reason, isOffline: error instanceof HttpError && error.status === 0 }
    this.#show(outgoing, { phase: 'failed', reason })
  }

  #through(id: string): void {
    this.#jobs.delete(id)
    kept.drop(id)
  }

  #show(
    { ticketId, id }: Outgoing,
    part: { phase?: 'waiting' | 'sending' | 'failed'; reason?: string; progress?: number },
  ) {
    conversations.peek(ticketId)?.patchLocal(id, part)
  }
}

const deliver: Deliver = (outgoing, signal, onProgress) => {
  const { id, ticketId, body, file, kind, content, commentReply, quotedMsgId, answeredAfter, mentions } = outgoing
  const undoSeconds = options.undoSeconds.get()
  const { send } = messagesContract.routes
  const params = { ticketId }
  const more = {
    ...(outsideWindow.has(ticketId) ? { outsideWindow: true } : {}),
    ...(commentReply ? { commentReply } : {}),
    ...(undoSeconds === 0 ? {} : { undoSeconds }),
    ...(answeredAfter === undefined ? {} : { answeredAfter }),
  }
  if (!file) {
    return call(send, {
      params,
      body: { id, quotedMsgId, ...(content ? { content } : { body, ...(mentions ? { mentions } : {}) }), ...more },
      signal,
      timeoutMs: MESSAGE_TIMEOUT,
      quiet: true,
    })
  }
  const fields = {
    id,
    body: body || undefined,
    quotedMsgId,
    ...(mentions ? { mentions } : {}),
    ...(kind === 'voice' ? { isVoice: true } : {}),
    ...more,
  }
  return upload(send, { params, fields, files: { medias: [file] }, signal, onProgress })
}

export const outbox = new Outbox(deliver)
holdUnsaved(() => outbox.isBusy)
