import type { Agent } from 'node:https'
import makeWASocket, {
  type BinaryNode,
  Browsers,
  type GroupMetadata,
  proto,
  type WAMessageKey,
  type WASocket,
  type WAVersion,
} from '@whiskeysockets/baileys'
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'
import type { Auth } from '../auth/auth.ts'
import type { Timing } from '../timing.ts'
import type { Cache } from './cache.ts'
import type { Durable } from './durable.ts'
import { createTurns } from './turns.ts'
import { within } from './wait.ts'

/** Caches that outlive the socket, so that counters go on after a reconnect. */
export interface Caches {
  retries: Cache
  devices: Cache
  calls: Cache
  placeholders: Cache
}

export interface SocketOptions {
  /** Origin of WhatsApp Web, http or https. */
  web: string
  auth: Auth
  logger: ILogger
  durable: Durable
  caches: Caches
  timing: Timing
  version: WAVersion | undefined
  agent: Agent | undefined
  isOnline: boolean
  wantsHistory: boolean
  ignores(jid: string): boolean
  sentMessage(key: WAMessageKey): Promise<proto.IMessage | undefined>
  groupOf(jid: string): Promise<GroupMetadata | undefined>
}

const { HistorySyncType } = proto.HistorySync
/** Chunks with messages; the others bring names and which phone belongs to which LID. */
const WITH_MESSAGES: unknown[] = [HistorySyncType.RECENT, HistorySyncType.FULL]

export function openSocket(options: SocketOptions): WASocket {
  const { auth, timing, caches, durable, version, agent } = options
  const socket = makeWASocket({
    auth,
    logger: options.logger,
    waWebSocketUrl: `${options.web.replace(/^http/, 'ws')}/ws/chat`,
    ...(version ? { version } : {}),
    ...(agent ? { agent, fetchAgent: agent } : {}),
    browser: Browsers.macOS('Chrome'),
    connectTimeoutMs: timing.connectMs,
    defaultQueryTimeoutMs: timing.queryMs,
    keepAliveIntervalMs: timing.keepAliveMs,
    ...(timing.qrMs === undefined ? {} : { qrTimeout: timing.qrMs }),
    markOnlineOnConnect: options.isOnline,
    syncFullHistory: false,
    shouldSyncHistoryMessage: ({ syncType }) => options.wantsHistory || !WITH_MESSAGES.includes(syncType),
    shouldIgnoreJid: options.ignores,
    getMessage: options.sentMessage,
    cachedGroupMetadata: options.groupOf,
    emitOwnEvents: false,
    msgRetryCounterCache: caches.retries,
    userDevicesCache: caches.devices,
    callOfferCache: caches.calls,
    placeholderResendCache: caches.placeholders,
    makeSignalRepository: durable.makeSignalRepository,
    // Keys that cannot be written end the session; the ledger has tried again by then.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  })
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (!(frame instanceof Uint8Array)) durable.see(frame)
  })
  oneMessageAtATime(socket)
  endWaitsWithConnection(socket)
  return socket
}

/**
 * Before a message takes its turn the library writes down whose names it brings, so the second of two people who write
 * to a group could pass the first.
 */
function oneMessageAtATime({ ws }: WASocket): void {
  const event = 'CB:message'
  const turns = createTurns()
  const handlers = ws.listeners(event)
  ws.removeAllListeners(event)
  ws.on(event, (stanza: BinaryNode) => {
    void turns.run(() => Promise.allSettled(handlers.map((handle) => handle(stanza))))
  })
}

/**
 * When it ends, the library takes away the listeners through which pending questions learn that nobody will answer;
 * they and their timers would stay for their full time. Here they are told first.
 */
function endWaitsWithConnection({ ws }: WASocket): void {
  const remove = ws.removeAllListeners.bind(ws)
  ws.removeAllListeners = (event?: string | symbol) => {
    const waiting = event === 'close' ? ws.listeners('close') : []
    remove(event)
    for (const tell of waiting) tell()
    return ws
  }
}

/** Ends a socket that may hang: what it buffered is handed out first, the line is cut when nobody says goodbye. */
export async function endSocket(socket: WASocket, patienceMs = 1000): Promise<void> {
  socket.ev.flush()
  const ended = Promise.resolve(socket.end(undefined))
  if (await within(ended, patienceMs)) return
  const line: unknown = Reflect.get(socket.ws, 'socket')
  const terminate: unknown = typeof line === 'object' && line !== null ? Reflect.get(line, 'terminate') : undefined
  if (typeof terminate === 'function') terminate.call(line)
  await within(ended, patienceMs)
}
