import type { ChannelContext, ChannelInstance } from '@recado/sdk'
import type { WASocket } from '@whiskeysockets/baileys'
import { createSession } from './connect/session.ts'
import { createStatus } from './connect/status.ts'
import { createCache } from './library/cache.ts'
import { createDurable } from './library/durable.ts'
import { isConversation, jidOf, plainJid } from './library/jids.ts'
import { createLogger } from './library/logger.ts'
import { keepSignalQuiet } from './library/quiet-signal.ts'
import { type Caches, openSocket } from './library/socket.ts'
import { createTurns } from './library/turns.ts'
import { orAborted } from './library/wait.ts'
import { createAddressBook } from './receive/address-book.ts'
import { createCalls } from './receive/calls.ts'
import { listen } from './receive/events.ts'
import { fetchHistory } from './receive/fetch-history.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { createGroups } from './receive/groups.ts'
import { createImportProgress } from './receive/import-progress.ts'
import { createIntake } from './receive/intake.ts'
import { groupMembers } from './receive/members.ts'
import { createPeople } from './receive/people.ts'
import { createPlaceholders } from './receive/placeholders.ts'
import { createPollVotes } from './receive/poll-votes.ts'
import { createTaker } from './receive/take.ts'
import { sendAnswer } from './send/answer.ts'
import { edit, markRead, react, remove } from './send/change.ts'
import { checkAddress } from './send/check.ts'
import { createGovernor } from './send/governor.ts'
import { tellLateAck } from './send/late-ack.ts'
import { createPresence } from './send/presence.ts'
import { watchRestrictions } from './send/restrictions.ts'
import { send } from './send/send.ts'
import type { Sending } from './send/sending.ts'
import { createSentLog } from './send/sent-log.ts'
import type { WhatsAppSettings } from './settings.ts'
import { TIMING, type Timing } from './timing.ts'

const HOUR_MS = 60 * 60_000

/** One channel: a linked device of one WhatsApp account. Connects to nothing before it is asked to. */
export function openWhatsApp(ctx: ChannelContext, timing: Timing = TIMING): ChannelInstance {
  keepSignalQuiet()
  const settings = ctx.settings as Readonly<WhatsAppSettings>
  const now = ctx.clock.now
  const turns = createTurns()
  const intake = createIntake(ctx, timing.retryMs)
  const status = createStatus(ctx)
  const sentLog = createSentLog(ctx.store, now)
  const governor = createGovernor(ctx, settings, status, timing)
  const placeholders = createPlaceholders(ctx.store)
  const presence = createPresence(settings)
  const caches: Caches = {
    retries: createCache(500, HOUR_MS, now),
    devices: createCache(1000, 5 * 60_000, now),
    calls: createCache(50, 5 * 60_000, now),
    placeholders: createCache(500, HOUR_MS, now),
  }
  const me = () => {
    const { id, lid } = session.auth()?.creds.me ?? {}
    return id ? { id, lid: lid ?? '' } : null
  }
  const own = () => [me()?.id, me()?.lid].flatMap((jid) => plainJid(jid) ?? [])
  const people = createPeople(ctx.store, () => session.auth()?.keys ?? null, now)
  const book = createAddressBook(ctx.store, people, own)
  const groups = createGroups(ctx, () => session.socket(), intake.push)
  const ownName = () => session.auth()?.creds.me?.name
  const polls = createPollVotes(ctx.store, now)
  const mapping = { people, groups, own, ownName, polls, now, t: ctx.t }
  const taker = createTaker({ ctx, mapping, intake, placeholders, me })
  const logger = createLogger(ctx.log)
  const ignores = (jid: string) => !isConversation(jid) || (settings.ignoreGroups && jid.endsWith('@g.us'))

  const sending = (socket: WASocket = session.live()): Sending => ({
    ctx,
    socket,
    timing,
    caches,
    sentLog,
    governor,
    own: own()[0] ?? '',
    onLateAck: tellLateAck({ ctx, intake, governor }),
  })
  const calls = createCalls({
    ctx,
    settings,
    timing,
    people,
    intake,
    socket: () => session.socket(),
    answer: (names, text, callId) => sendAnswer(sending(), intake, names, text, callId),
  })
  const imported = createImportProgress(ctx, status, settings.importDays)
  const receiving = { ctx, settings, mapping, people, book, groups, intake, taker, calls, imported, me }

  const session = createSession({
    ctx,
    settings,
    status,
    timing,
    open: ({ auth, version, agent, signal }) =>
      openSocket({
        web: ctx.endpoints.web ?? 'https://web.whatsapp.com',
        auth,
        logger,
        durable: createDurable(turns, (stanza, padded) => taker.decrypted(stanza, padded, signal)),
        caches,
        timing,
        version,
        agent,
        isOnline: settings.presence === 'always',
        wantsHistory: settings.importDays > 0,
        ignores,
        sentMessage: ({ id }) => (id ? sentLog.find(id) : Promise.resolve(undefined)),
        groupOf: async (jid) => groups.load(jid),
      }),
    attach(socket) {
      watchRestrictions(socket, ctx, status, governor)
      const idle = listen(socket, receiving)
      return async () => {
        await idle()
        await turns.idle()
        await intake.idle()
      }
    },
    prepare: placeholders.load,
    async onOpen(socket) {
      await governor.opened()
      await presence.renew(socket)
      await sentLog.tidy()
    },
  })

  return {
    connect: session.connect,
    disconnect: session.disconnect,
    /** The phone no longer lists the device. */
    forget: (signal) => orAborted(session.live().logout(), signal),
    send: async (out, signal) => send(sending(), out, signal),
    edit: async (target, content, signal) => edit(sending(), target, content, signal),
    remove: async (target, signal) => remove(sending(), target, signal),
    react: async (target, emoji, signal) => react(sending(), target, emoji, signal),
    async markRead(chat, externalIds, signal) {
      if (settings.markRead) await markRead(sending(), chat, externalIds, signal)
    },
    typing: async (chat, on, signal) => presence.typing(session.live(), chat, on, signal),
    watch: async (chat, on, signal) => presence.watch(session.live(), chat, on, signal),
    fetchMedia: (ref, signal) => fetchMedia({ ctx, timing, socket: session.live }, ref, signal),
    fetchHistory: async (chat, options, signal) => fetchHistory(session.live(), jidOf(chat), options, now(), signal),
    checkAddress: async (raw, signal) => checkAddress(sending(), raw, signal),
    listContacts: () => book.list(),
    groupMembers: async (chat) => groupMembers(groups, people, chat),
    async close() {
      await session.close()
      await turns.idle()
    },
  }
}
