import type { RealtimePort } from '../auth/index.ts'
import type { ChatNews } from './schemas.ts'

/** Tells people what happened in conversations that they are in, and nobody else. Call it after commit. */
export const createChatNews =
  (realtime: RealtimePort) =>
  (tenantId: number, userIds: readonly number[], news: ChatNews): void => {
    if (userIds.length > 0) void realtime.publish({ tenantId, to: 'users', userIds }, 'chatInterno', news)
  }

export type TellChat = ReturnType<typeof createChatNews>
