import { idOf } from '@recado/whatsapp-ids'
import { outId } from '../receive/ids.ts'
import type { Intake } from '../receive/intake.ts'
import { addressesOfNames, type Names, partyOf } from '../receive/people.ts'
import { relay } from './relay.ts'
import { messageIdOf } from './send.ts'
import type { Sending } from './sending.ts'

/** What a caller is written in place of an answer; shows in the conversation as ours. Does not wait for WhatsApp. */
export async function sendAnswer(
  sending: Sending,
  intake: Intake,
  names: Names,
  text: string,
  callId: string,
): Promise<void> {
  const { ctx, sentLog } = sending
  const [to] = addressesOfNames(names)
  const jid = to && idOf(to)
  if (!jid) return
  const id = messageIdOf(`call:${callId}`)
  const message = { extendedTextMessage: { text } }
  await sentLog.keep(id, message)
  const sent = relay(sending, { jid, id, message }, ctx.signal).then(() =>
    intake.push([
      {
        kind: 'message',
        externalId: outId(id),
        direction: 'out',
        chat: partyOf(names),
        content: { type: 'text', text },
        at: ctx.clock.now(),
      },
    ]),
  )
  sent.catch((error: unknown) => {
    if (!ctx.signal.aborted) ctx.log.warn('a caller was not written to', { detail: String(error).slice(0, 100) })
  })
}
