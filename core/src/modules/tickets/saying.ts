import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { readSettings } from '../settings/index.ts'
import type { TicketDeps } from './ports.ts'
import type { TicketRecord } from './record-repo.ts'
import { channelTexts } from './target-repo.ts'
import { fillIn } from './variables.ts'

export type Say = (scope: Scope, record: TicketRecord, text: string, timezone: string) => Promise<void>

/** Texts that the program sends by itself. What they go along with stands, whatever becomes of the text. */
export function createSaying(deps: Pick<TicketDeps, 'uow' | 'clock' | 'sendText' | 'log'>) {
  const { uow, clock } = deps

  const say: Say = async (scope, record, text, timezone) => {
    const { contact, queueName, user, channel } = record
    const subject = { contact, ticket: record, queue: queueName, user: user?.name ?? null, channel: channel.name }
    try {
      await deps.sendText(scope, record.id, fillIn(text, subject, { now: clock.now(), timezone }), 'bot')
    } catch (error) {
      deps.log.error({ err: error, tenantId: scope.tenantId, ticketId: record.id }, 'automatic text not sent')
    }
  }

  return {
    say,

    /** The channel's greeting to somebody who wrote first; groups are not greeted. */
    async greet(record: TicketRecord): Promise<void> {
      if (record.isGroup) return
      const scope = systemScope(record.tenantId, 'greeting')
      const { text, timezone } = await uow.run(scope, async (tx) => ({
        text: (await channelTexts(tx, record.channelId)).greetingMessage,
        timezone: (await readSettings(tx)).timezone,
      }))
      if (text !== '') await say(scope, record, text, timezone)
    },
  }
}
