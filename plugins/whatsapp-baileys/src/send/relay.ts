import { PluginError } from '@recado/sdk'
import type { proto } from '@whiskeysockets/baileys'
import { orAborted } from '../library/wait.ts'
import { type Ack, awaitAck } from './acks.ts'
import { errorOf } from './errors.ts'
import { restrictionEnd } from './governor.ts'
import type { Sending } from './sending.ts'

/** Refusals of the server with a meaning of their own. */
const STRANGERS_FORBIDDEN = ['463', '421']
const STALE_DEVICES = '479'

export interface Relay {
  jid: string
  id: string
  message: proto.IMessage
  attributes?: Record<string, string>
}

/** Encrypts and sends; resolves when WhatsApp has taken the message. @throws PluginError */
export async function relay(sending: Sending, given: Relay, signal: AbortSignal): Promise<void> {
  const first = await once(sending, given, signal, true)
  const ack = first.type === 'refused' && first.code === STALE_DEVICES ? await again(sending, given, signal) : first
  if (ack.type === 'taken') return
  if (ack.type !== 'refused') throw new PluginError('AMBIGUOUS', { detail: sending.ctx.t('error.unconfirmed') })
  if (STRANGERS_FORBIDDEN.includes(ack.code)) {
    await sending.governor.restricted(restrictionEnd(sending.ctx.clock.now()))
    throw new PluginError('REJECTED', { detail: sending.ctx.t('error.restricted') })
  }
  throw new PluginError('REJECTED', { detail: sending.ctx.t('error.refused', { code: ack.code.slice(0, 10) }) })
}

/** With the recipient's devices asked for anew. */
function again(sending: Sending, given: Relay, signal: AbortSignal): Promise<Ack> {
  sending.caches.devices.flushAll()
  return once(sending, given, signal, false)
}

async function once(sending: Sending, given: Relay, signal: AbortSignal, fromCache: boolean): Promise<Ack> {
  const { socket, timing } = sending
  const waiting = awaitAck(socket, given.id, timing.ackMs, (ack) => {
    sending.onLateAck(given.id, ack.type === 'taken', ack.type === 'refused' ? ack.code : undefined)
  })
  let wasSent = false
  const send = async () => {
    signal.throwIfAborted()
    if (!socket.ws.isOpen) throw new PluginError('NOT_CONNECTED')
    wasSent = true
    await socket.relayMessage(given.jid, given.message, {
      messageId: given.id,
      useUserDevicesCache: fromCache,
      ...(given.attributes ? { additionalAttributes: given.attributes } : {}),
    })
  }
  const sent = send()
  try {
    await orAborted(sent, signal)
    return await orAborted(waiting.ack, signal)
  } catch (error) {
    waiting.cancel()
    throw errorOf(error, signal, wasSent)
  }
}
