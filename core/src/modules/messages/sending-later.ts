import type { MediaInfo } from '@recado/sdk'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { fillForTicket, seenTicket } from '../tickets/index.ts'
import { compose } from './compose.ts'
import { loadMessages } from './repo.ts'
import type { RequireWindow } from './sending-terms.ts'
import type { MessageParts } from './service.ts'
import { signed } from './signature.ts'

export interface LaterMessage {
  /** Of its messages, one per file or one for the text; chosen beforehand, so that a second try sends nothing twice. */
  ids: string[]
  body: string
  mediaIds: string[]
  /** Who says it. */
  author: { id: number; name: string; email: string } | null
  /** The author's name stands above the text. */
  isSigned: boolean
  timezone: string
}

interface LaterParts extends MessageParts {
  /** @throws ERR_NO_MEDIA_FOUND */
  uploaded(scope: Scope, ids: string[]): Promise<MediaInfo[]>
  requireWindow: RequireWindow
}

/** Messages that somebody wrote before their time. */
export function createSendingLater({ deps, featuresFor, uploaded, requireWindow, queue }: LaterParts) {
  const { uow, clock } = deps
  const draftOf = (body: string, files: MediaInfo[], userId: number | null) => ({
    send: { body },
    files,
    replyToId: null,
    userId,
    sendType: 'schedule',
  })

  return {
    /** Whether a type of channel takes it, as far as that can be said beforehand. @throws what composing refuses */
    async checkLater(scope: Scope, type: string, { body, mediaIds }: { body: string; mediaIds: string[] }) {
      const features = deps.featuresOf(type)
      if (!features) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      compose(draftOf(body, await uploaded(scope, mediaIds), null), features)
    },

    /**
     * Queues it in a ticket whatever state that is in; nothing where an earlier try did.
     * @throws ERR_MESSAGE_WINDOW_CLOSED, and what sending refuses
     */
    async sendLater(scope: Scope, ticketId: number, later: LaterMessage): Promise<void> {
      const { author, body, ids, timezone } = later
      const ticket = await seenTicket(uow, scope, ticketId)
      if ((await loadMessages(uow, scope, ids.slice(0, 1))).length > 0) return
      const features = featuresFor(ticket)
      const files = await uploaded(scope, later.mediaIds)
      const filled = fillForTicket(ticket, body, { now: clock.now(), timezone }, author)
      const said = later.isSigned && author ? signed(filled, author.name) : filled
      const items = compose(draftOf(said, files, author?.id ?? null), features).map((item, index) => ({
        ...item,
        id: ids[index] ?? item.id,
      }))
      await requireWindow(scope, ticket, features, items)
      await queue(scope, ticket, items)
    },
  }
}
