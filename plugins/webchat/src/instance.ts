import { type ChannelContext, type ChannelInstance, type ContentType, type HookSocket, PluginError } from '@recado/sdk'
import { createActions } from './actions.ts'
import { createConversation } from './conversation.ts'
import { createFiles } from './files.ts'
import { createGate } from './gate.ts'
import { createHub } from './hub.ts'
import type { Limits } from './limits.ts'
import { createLinks } from './links.ts'
import { createAvailability } from './look.ts'
import { createPoll } from './poll.ts'
import { createRates, networkOf } from './rates.ts'
import { createReplay } from './replay.ts'
import { createRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'
import { createSigner } from './signer.ts'
import { createStartSession } from './start-session.ts'
import { scheduleSweep } from './sweep.ts'
import { serveSocket } from './visitor-socket.ts'
import { CLOSE } from './wire.ts'

/** Contents that the features do not declare. */
const UNSUPPORTED: readonly ContentType[] = ['carousel', 'template', 'poll', 'choice', 'unsupported']

/** One webchat channel on one node. */
export function openWebchat(ctx: ChannelContext<WebchatSettings>, limits: Limits): ChannelInstance {
  const { clock, store } = ctx
  const warn = (error: unknown) =>
    ctx.log.warn('webchat: a step failed and will be tried again', { error: String(error) })
  const rates = createRates(clock)
  const signer = createSigner(store, clock)
  const links = createLinks(signer, clock, limits.fileLinkMs)
  const sessions = createSessions({ store, signer, clock, limits })
  const conversation = createConversation(ctx, limits)
  const hub = createHub(ctx, conversation, links)
  const gate = createGate({ ctx, sessions, rates, limits })
  const files = createFiles({ ctx, sessions, signer, links, limits })
  const actions = createActions({ ctx, sessions, conversation, files, hub, rates, limits })
  const startSession = createStartSession({ ctx, sessions, hub })
  const offlineNow = createAvailability(ctx)
  const writeReplay = createReplay({ conversation, links, offlineNow, warn })
  const poll = createPoll({ hub, writeReplay, holdMs: limits.pollHoldMs })
  const socketsByIp = new Map<string, number>()

  async function openSocket(socket: HookSocket): Promise<boolean> {
    if (socket.path !== '/socket') return false
    const network = networkOf(socket.ip)
    const open = (socketsByIp.get(network) ?? 0) + 1
    socketsByIp.set(network, open)
    socket.onClose(() => {
      const left = (socketsByIp.get(network) ?? 1) - 1
      if (left > 0) socketsByIp.set(network, left)
      else socketsByIp.delete(network)
    })
    // Listens before anything is awaited: the first frame may already be on its way.
    const allowed = gate.origin(socket.headers).then(
      () => true,
      () => false,
    )
    if (open > limits.socketsPerIp) socket.close(CLOSE.tooMany)
    else serveSocket(socket, { gate, hub, actions, rates, limits, writeReplay, clock, warn, allowed })
    return true
  }

  return {
    async connect() {
      await scheduleSweep(ctx)
      await ctx.connection.set({ state: 'connected' })
    },
    async disconnect() {
      await ctx.connection.set({ state: 'disconnected' })
    },

    /** "Delivered" when it stands on a screen at once; otherwise a receipt follows as soon as it does. */
    async send({ id, seq, to, content, sender }) {
      if (to.kind !== 'webchat') throw new PluginError('RECIPIENT_INVALID', { detail: to.kind })
      if (UNSUPPORTED.includes(content.type)) throw new PluginError('UNSUPPORTED', { detail: content.type })
      const author = sender ? { sender: sender.name } : {}
      const live = await hub.announce({ type: 'message', to: to.value, id, seq, at: clock.now(), content, ...author })
      return { externalId: id, status: live ? 'delivered' : 'sent' }
    },
    async edit({ id, chat }, content) {
      await hub.announce({ type: 'edited', to: chat.value, id, content })
    },
    async remove({ id, chat }) {
      await hub.announce({ type: 'removed', to: chat.value, id })
    },
    async markRead(chat, externalIds) {
      await hub.announce({ type: 'read', to: chat.value, ids: externalIds.slice(-50) })
    },
    async typing(chat, on) {
      await hub.announce({ type: 'typing', to: chat.value, on })
    },
    onTicket(chat, ticket) {
      hub.announce({ type: 'ticket', to: chat.value, ticket }).catch(warn)
    },

    receiveHook: createRoutes({
      ctx,
      gate,
      actions,
      files,
      links,
      conversation,
      limits,
      startSession,
      poll,
      offlineNow,
    }),
    openSocket,
    async close() {
      hub.close()
    },
  }
}
