import type { ChannelContext, InboundCall } from '@recado/sdk'
import type { WACallEvent, WASocket } from '@whiskeysockets/baileys'
import { createCache } from '../library/cache.ts'
import { within } from '../library/wait.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { Timing } from '../timing.ts'
import type { Intake } from './intake.ts'
import { type Names, type People, partyOf } from './people.ts'

const EVENTS: Partial<Record<WACallEvent['status'], InboundCall['event']>> = {
  offer: 'offer',
  accept: 'accept',
  reject: 'reject',
  timeout: 'missed',
  terminate: 'terminate',
}

export interface Calls {
  handle(calls: WACallEvent[]): Promise<void>
}

/** Tells of calls; WhatsApp lets linked devices not answer them, but refuse them and write instead. */
export function createCalls(options: {
  ctx: ChannelContext
  settings: Readonly<WhatsAppSettings>
  timing: Timing
  people: People
  intake: Intake
  socket(): WASocket | null
  /** Writes to the caller; a message of the conversation like any other. */
  answer(names: Names, text: string, callId: string): Promise<void>
}): Calls {
  const { ctx, settings, timing, people, intake } = options
  const refused = createCache(200, 60 * 60_000, ctx.clock.now)

  const refuse = async (call: WACallEvent, names: Names): Promise<void> => {
    if (refused.get(call.id)) return
    refused.set(call.id, true)
    const rejected = options.socket()?.rejectCall(call.id, call.from)
    // Its answer may never come, and nothing depends on it.
    if (rejected) await within(rejected, timing.callMs)
    const text = settings.callMessage?.trim()
    if (text) await options.answer(names, text, call.id)
  }

  return {
    async handle(list) {
      for (const call of list) {
        const event = EVENTS[call.status]
        if (!event || call.isGroup) continue
        const names = await people.of(call.from || call.chatId, call.callerPn)
        const at = call.date instanceof Date ? call.date.getTime() : ctx.clock.now()
        await intake.push([{ kind: 'call', externalId: `call:${call.id}`, from: partyOf(names), event, at }])
        // What rang while we were away is over.
        if (event === 'offer' && settings.rejectCalls && !call.offline) await refuse(call, names)
      }
    },
  }
}
