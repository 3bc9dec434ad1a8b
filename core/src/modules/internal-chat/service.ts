import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { RealtimePort } from '../auth/index.ts'
import type { MediaService } from '../media/index.ts'
import type { Notify } from '../notifications/index.ts'
import { createConversations } from './conversations.ts'
import { createGroups } from './groups.ts'
import { hasFile } from './message-repo.ts'
import { createWriting } from './messages.ts'
import { createChatNews } from './news.ts'
import type { PresentDeps } from './presenter.ts'
import { createReading } from './reading.ts'

export interface InternalChatDeps extends PresentDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
  media: Pick<MediaService, 'get'>
  notify: Notify
}

/** People of a company talking among themselves. */
export function createInternalChat(deps: InternalChatDeps) {
  const tell = createChatNews(deps.realtime)
  const all = { ...deps, tell }

  return {
    conversations: createConversations(all),
    reading: createReading(all),
    writing: createWriting(all),
    groups: createGroups(all),

    /** Does the file stand in a conversation of the caller? */
    async mayOpen(scope: Scope, mediaId: string): Promise<boolean> {
      const userId = userIdOf(scope)
      return userId !== null && (await hasFile(deps.uow, scope.tenantId, userId, mediaId))
    },
  }
}

export type InternalChat = ReturnType<typeof createInternalChat>
