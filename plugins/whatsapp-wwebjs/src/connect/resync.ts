import { number, records } from '@recado/loose-json'
import type { CatchUpSource, ChannelContext, InboundEvent } from '@recado/sdk'
import { addressOf, idOf, isGroupId } from '@recado/whatsapp-ids'
import { GatewayError } from '../api/errors.ts'
import type { Gateway } from '../api/gateway.ts'
import { widOf } from '../ids.ts'
import { REACH } from '../limits.ts'
import type { Acceptor } from '../receive/accept.ts'
import type { Access } from '../session-access.ts'

/** Makes up for hooks that never came: the gateway sends each only once. */
export function resyncSource(
  ctx: ChannelContext,
  access: Access,
  acceptor: Pick<Acceptor, 'mapMessages' | 'accept'>,
  ignoreGroups: boolean,
): CatchUpSource {
  return {
    async chats(since, signal) {
      const gateway = await access.open()
      const { chats } = await gateway.get('client/getChats', { signal, timeoutMs: access.timing.fileMs })
      return records(chats)
        .flatMap((chat) => {
          const id = widOf(chat.id)
          const at = (number(chat.timestamp) ?? 0) * 1000
          if (!id || !addressOf(id) || at < since || (ignoreGroups && isGroupId(id))) return []
          return [{ id, at }]
        })
        .sort((a, b) => b.at - a.at)
        .map(({ id }) => id)
    },
    /** A chat that its browser cannot open stands not in the way of the others. */
    async messages(chatId, signal) {
      try {
        return await messagesOf(await access.open(), acceptor, { chatId, limit: REACH }, access.timing.fileMs, signal)
      } catch (error) {
        if (!(error instanceof GatewayError) || error.status !== 500) throw error
        ctx.log.warn('a chat could not be read', { code: error.code })
        return []
      }
    },
    chatOf: (address) => idOf(address, 'c.us'),
    accept: acceptor.accept,
  }
}

/** The newest messages of a chat as events, oldest first. */
export async function messagesOf(
  gateway: Gateway,
  acceptor: Pick<Acceptor, 'mapMessages'>,
  { chatId, limit }: { chatId: string; limit: number },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Extract<InboundEvent, { kind: 'message' }>[]> {
  const { messages } = await gateway.post(
    'chat/fetchMessages',
    { chatId, searchOptions: { limit } },
    { signal, timeoutMs },
  )
  return acceptor.mapMessages(records(messages)).sort((a, b) => a.at - b.at)
}
