import { type ChannelContext, type ChannelInstance, createCatchUp } from '@recado/sdk'
import { terminateSession } from './connect/lifecycle.ts'
import { messagesOf, resyncSource } from './connect/resync.ts'
import { createSession, type Hint } from './connect/session.ts'
import { createStatus } from './connect/status.ts'
import { chatIdOf, defaultSessionId } from './ids.ts'
import { REACH } from './limits.ts'
import { createAcceptor } from './receive/accept.ts'
import { receiveHook } from './receive/hook.ts'
import { checkAddress, edit, groupMembers, listContacts, markRead, react, remove, showTyping } from './send/change.ts'
import { isKeyRefused, isSessionGone, type Sending, send } from './send/send.ts'
import { createAccess } from './session-access.ts'
import type { WwebjsSettings } from './settings.ts'
import { TIMING, type Timing } from './timing.ts'

const HINTS: readonly unknown[] = ['look', 'logged-out', 'missed'] satisfies Hint[]
const isHint = (data: unknown): data is Hint => HINTS.includes(data)

/** One channel: a session of a gateway. Makes no request before it is asked to. */
export function openWwebjs(ctx: ChannelContext, timing: Timing = TIMING): ChannelInstance {
  const settings = ctx.settings as Readonly<WwebjsSettings>
  const access = createAccess(ctx, settings, timing)
  const acceptor = createAcceptor(ctx, access, settings.ignoreGroups)
  const catchUp = createCatchUp(ctx, resyncSource(ctx, access, acceptor, settings.ignoreGroups))
  const session = createSession(ctx, access, createStatus(ctx, timing), catchUp)
  const unsubscribe = ctx.bus.subscribe((topic, data) => {
    if (topic === 'hint' && isHint(data)) session.hint(data)
  })

  /** Any call may find out that the session is gone, or that the key is no longer taken. */
  const asking = async <T>(ask: (sending: Sending) => Promise<T>): Promise<T> => {
    try {
      return await ask({ ctx, gateway: await access.open(), timing })
    } catch (error) {
      if (isSessionGone(error)) session.hint('suspect')
      if (isKeyRefused(error)) session.hint('look')
      throw error
    }
  }

  return {
    connect: session.connect,
    disconnect: session.disconnect,
    /** A session whose id was typed in may be older than the channel, and stays. */
    async forget(signal) {
      await session.disconnect()
      const gateway = await access.open()
      if (gateway.sessionId === defaultSessionId(ctx.instance)) await terminateSession(gateway, timing, signal)
    },
    send: (out, signal) => asking((sending) => send(sending, out, signal)),
    edit: (target, content, signal) => asking((sending) => edit(sending, target, content, signal)),
    remove: (target, signal) => asking((sending) => remove(sending, target, signal)),
    react: (target, emoji, signal) => asking((sending) => react(sending, target, emoji, signal)),
    async typing(chat, on, signal) {
      if (settings.typing) await asking((sending) => showTyping(sending, chat, on, signal))
    },
    markRead: (chat, _externalIds, signal) => asking((sending) => markRead(sending, chat, signal)),
    fetchMedia: (ref, signal) => acceptor.files.fetch(ref, signal),
    fetchHistory: (chat, { count, before }, signal) =>
      asking(async ({ gateway }) => {
        const limit = Math.min(before ? count + REACH : count, 500)
        const place = { chatId: chatIdOf(chat), limit }
        const messages = await messagesOf(gateway, acceptor, place, timing.fileMs, signal)
        const end = before ? messages.findIndex(({ externalId }) => externalId === before) : -1
        const wanted = (end < 0 ? messages : messages.slice(0, end)).slice(-count)
        await acceptor.accept(wanted.map((message) => ({ ...message, history: true })))
      }),
    async *listContacts(signal) {
      yield* listContacts({ ctx, gateway: await access.open(), timing }, signal)
    },
    checkAddress: (raw, signal) => asking((sending) => checkAddress(sending, raw, signal)),
    groupMembers: (chat, signal) => asking((sending) => groupMembers(sending, chat, signal)),
    receiveHook: (request) => receiveHook(ctx, { access, acceptor, session, catchUp }, request),
    async close() {
      unsubscribe()
      catchUp.close()
      await acceptor.idle()
    },
  }
}
