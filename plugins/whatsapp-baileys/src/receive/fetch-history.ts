import type { WASocket } from '@whiskeysockets/baileys'
import { orAborted } from '../library/wait.ts'
import { errorOf } from '../send/errors.ts'
import { parseId } from './ids.ts'

const MOST = 100

/** Asks the owner's phone for older messages; they come as history, as soon as the phone is online. @throws PluginError */
export async function fetchHistory(
  socket: WASocket,
  jid: string,
  { count, before }: { count: number; before?: string },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const { id, fromMe, author } = before ? parseId(before) : { id: '', fromMe: false, author: undefined }
  const participant = author && jid.endsWith('@g.us') ? { participant: author } : {}
  const wanted = Math.max(1, Math.min(Math.round(count), MOST))
  try {
    await orAborted(socket.fetchMessageHistory(wanted, { remoteJid: jid, id, fromMe, ...participant }, now), signal)
  } catch (error) {
    throw errorOf(error, signal, false)
  }
}
