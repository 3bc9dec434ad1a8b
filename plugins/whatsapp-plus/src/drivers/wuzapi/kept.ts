import { list, millis, parse, record, records } from '@recado/loose-json'
import type { InboundEvent } from '@recado/sdk'
import { GatewayError } from '../../gateway/errors.ts'
import { HISTORY_PAGE, MOST_HISTORY } from '../../limits.ts'
import { field, textOf } from '../../receive/fields.ts'
import { newsIn } from '../chats.ts'
import type { Driver, DriverSetup, Page } from '../driver.ts'
import { unsupported } from '../unsupported.ts'
import { message } from './receive.ts'

/** What the gateway keeps of the past, which it does from version 1.0.6 on and for users who have it switched on. */
export type Kept = Pick<Driver, 'chatsSince'> & {
  history(chatId: string, page: Page, signal: AbortSignal): Promise<InboundEvent[]>
}

/** `GET /chat/history?chat_jid=&limit=`, with `index` for the list of chats (asternic/wuzapi, API.md and routes.go). */
export function createKept(setup: DriverSetup): Kept {
  const { gateway, timing } = setup
  const off = () => unsupported(setup, 'error.noHistory', { gateway: 'WuzAPI' })

  /** Null when it was switched off until now. */
  const ask = async (query: Record<string, string>, signal: AbortSignal): Promise<unknown> => {
    try {
      const call = { query, signal, timeoutMs: timing.callMs, maxBytes: MOST_BYTES }
      return field(record(await gateway.call('/chat/history', call)), 'data')
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.status === 404 || error.status === 405) throw off()
      if (error.status !== 501) throw error
      // From now on it keeps some; of what was before, nothing is there.
      await gateway.call('/session/history', { json: { history: HISTORY_PAGE }, signal, timeoutMs: timing.callMs })
      return null
    }
  }

  return {
    /** `{<user>: [{chat_jid, last_updated}]}`. */
    async chatsSince(since, signal) {
      const index = await ask({ chat_jid: 'index' }, signal)
      const chats = Array.isArray(index) ? index : Object.values(record(index)).flatMap(list)
      const known = records(chats).map((chat) => ({
        id: textOf(chat, 'chat_jid'),
        at: millis(chat.last_updated, 0) || undefined,
      }))
      return newsIn(setup, known, since)
    },
    /** `[{message_id, timestamp, data_json}]`, the newest first; in `data_json` stands what the webhook told. */
    async history(chatId, { count, before }, signal) {
      const limit = before === undefined ? count : MOST_HISTORY
      const found = await ask({ chat_jid: chatId, limit: String(limit) }, signal)
      if (found === null) throw off()
      const rows = records(found)
      const end = before === undefined ? -1 : rows.findIndex((row) => textOf(row, 'message_id') === before)
      return rows
        .slice(end + 1, end + 1 + count)
        .reverse()
        .flatMap((row) => {
          const told = record(parse(textOf(row, 'data_json') ?? ''))
          return message(setup, record(told.event ?? told), true)
        })
    },
  }
}

const MOST_BYTES = 50 * 1024 * 1024
