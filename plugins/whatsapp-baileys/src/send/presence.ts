import type { Address } from '@recado/sdk'
import type { WASocket } from '@whiskeysockets/baileys'
import { jidOf } from '../library/jids.ts'
import { orAborted } from '../library/wait.ts'
import type { WhatsAppSettings } from '../settings.ts'
import { errorOf } from './errors.ts'

/** Who types where, both ways. The other side's typing is followed only in chats that an agent has open. */
export interface Presence {
  typing(socket: WASocket, chat: Address, on: boolean, signal: AbortSignal): Promise<void>
  watch(socket: WASocket, chat: Address, on: boolean, signal: AbortSignal): Promise<void>
  /** After a reconnect WhatsApp knows nothing of what was followed. */
  renew(socket: WASocket): Promise<void>
}

export function createPresence(settings: Readonly<WhatsAppSettings>): Presence {
  const watched = new Map<string, number>()

  const showOnline = async (socket: WASocket) => {
    if (settings.presence === 'working') await socket.sendPresenceUpdate(watched.size > 0 ? 'available' : 'unavailable')
  }
  const guarded = async (work: Promise<unknown>, signal: AbortSignal) => {
    try {
      await orAborted(work, signal)
    } catch (error) {
      throw errorOf(error, signal, false)
    }
  }

  return {
    typing: (socket, chat, on, signal) =>
      guarded(socket.sendPresenceUpdate(on ? 'composing' : 'paused', jidOf(chat)), signal),
    async watch(socket, chat, on, signal) {
      const jid = jidOf(chat)
      const count = (watched.get(jid) ?? 0) + (on ? 1 : -1)
      if (count > 0) watched.set(jid, count)
      else watched.delete(jid)
      await guarded(showOnline(socket), signal)
      if (on && count === 1) await guarded(socket.presenceSubscribe(jid), signal)
    },
    async renew(socket) {
      await showOnline(socket)
      for (const jid of watched.keys()) await socket.presenceSubscribe(jid)
    },
  }
}
