import { systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { StoredEvent, Subscriber } from '../../platform/events/types.ts'
import { readSettings } from '../settings/index.ts'
import type { TicketDeps } from './ports.ts'
import { ratingText } from './rating.ts'
import type { TicketNews } from './realtime.ts'
import { loadTickets } from './record-repo.ts'
import type { SayOnce } from './saying.ts'

type ReplyDeps = Pick<TicketDeps, 'uow' | 'log'> & { news: TicketNews; sayOnce: SayOnce }

/** Thanks for ratings, and explains how they work to those who answered with something else. */
export function createRatingReplies({ uow, log, news, sayOnce }: ReplyDeps): Subscriber {
  const reply = async ({ tenantId, payload }: StoredEvent): Promise<void> => {
    const ticketId = Number(payload.ticketId)
    const score = typeof payload.score === 'number' ? payload.score : null
    const scope = systemScope(tenantId, 'rating')
    const [record] = await loadTickets(uow, scope, [ticketId])
    // deleted, or somebody has it again and answers for themselves
    if (record?.status !== 'closed') return
    const { text, timezone } = await uow.run(scope, async (tx) => {
      const settings = await readSettings(tx)
      return {
        text: await ratingText(tx, record.channelId, score === null ? 'invalid' : 'thanks', settings),
        timezone: settings.timezone,
      }
    })
    if (text !== '')
      await sayOnce(scope, record, text, timezone, String(payload.replyId)).catch((error: unknown) => {
        // what is refused now is refused for ever, and would hold up everybody's events
        if (!(error instanceof AppError)) throw error
        if (error.code !== 'ERR_IDEMPOTENCY_CONFLICT')
          log.error({ err: error, tenantId, ticketId }, 'reply to a rating not sent')
      })
    await news.announce(tenantId, [ticketId])
  }

  return {
    name: 'tickets.ratings',
    events: ['rating.answered'],
    gapMs: 100,
    async handle(batch) {
      for (const event of batch) await reply(event)
    },
  }
}
