import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'

export interface HistoryChat {
  jid: string
  lid?: string
  /** As the owner saved them. */
  name?: string
  /** Oldest first. */
  messages: { id: string; text: string; at: number; fromMe?: boolean; participant?: string }[]
}

export interface HistoryPhase {
  /** What was asked for, not what comes with the linking. */
  onDemand: boolean
  /** Percent of the phase. */
  progress: number
}

/** What the owner's phone sends to a new device: its conversations, packed into a message of the protocol. */
export function historyMessage(chats: HistoryChat[], { onDemand, progress }: HistoryPhase): proto.IMessage {
  const { HistorySyncType } = proto.HistorySync
  const syncType = onDemand ? HistorySyncType.ON_DEMAND : HistorySyncType.RECENT
  const whole = proto.HistorySync.encode({
    syncType,
    progress,
    conversations: chats.map(({ jid, lid, name, messages }) => ({
      id: jid,
      ...(name ? { name } : {}),
      ...(lid ? { lidJid: lid } : {}),
      messages: messages.toReversed().map(({ id, text, at, fromMe = false, participant }) => ({
        message: {
          key: { remoteJid: jid, id, fromMe, ...(participant ? { participant } : {}) },
          message: { conversation: text },
          messageTimestamp: at,
          pushName: 'Bia',
        },
      })),
    })),
  }).finish()
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: onDemand ? proto.Message.HistorySyncType.ON_DEMAND : proto.Message.HistorySyncType.RECENT,
        progress,
        chunkOrder: 1,
        initialHistBootstrapInlinePayload: deflateSync(whole),
      },
    },
  }
}
