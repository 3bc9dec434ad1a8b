import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { readSettings } from '../settings/index.ts'
import { fillForTicket } from './filling.ts'
import type { TicketDeps } from './ports.ts'
import type { TicketRecord } from './record-repo.ts'
import { channelTexts, transferTarget } from './target-repo.ts'

export type Say = (scope: Scope, record: TicketRecord, text: string, timezone: string) => Promise<void>

export type SayOnce = (scope: Scope, record: TicketRecord, text: string, timezone: string, id: string) => Promise<void>

/** Texts that the program sends by itself. What they go along with stands, whatever becomes of the text. */
export function createSaying(deps: Pick<TicketDeps, 'uow' | 'clock' | 'sendText' | 'log'>) {
  const { uow, clock } = deps

  const say: Say = async (scope, record, text, timezone) => {
    try {
      await deps.sendText(scope, record.id, fillForTicket(record, text, { now: clock.now(), timezone }), 'bot')
    } catch (error) {
      deps.log.error({ err: error, tenantId: scope.tenantId, ticketId: record.id }, 'automatic text not sent')
    }
  }

  /**
   * For whoever tries again until it is said: a message of this id is sent once.
   * @throws what sending throws; ERR_IDEMPOTENCY_CONFLICT when it was said in other words
   */
  const sayOnce: SayOnce = (scope, record, text, timezone, id) =>
    deps.sendText(scope, record.id, fillForTicket(record, text, { now: clock.now(), timezone }), 'bot', id)

  return {
    say,

    sayOnce,

    /** The greetings of channel and queue to somebody who wrote first; groups are not greeted. */
    async greet(record: TicketRecord): Promise<void> {
      if (record.isGroup) return
      const scope = systemScope(record.tenantId, 'greeting')
      const { texts, timezone } = await uow.run(scope, async (tx) => ({
        texts: [
          (await channelTexts(tx, record.channelId)).greetingMessage,
          (await transferTarget(tx, record.queueId))?.greetingMessage ?? '',
        ],
        timezone: (await readSettings(tx)).timezone,
      }))
      for (const text of texts) if (text.trim() !== '') await say(scope, record, text, timezone)
    },
  }
}
