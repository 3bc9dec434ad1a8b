import { type Address, PluginError } from '@recado/sdk'
import { addressOf, PHONE, phoneDigits } from '@recado/whatsapp-ids'
import { orAborted } from '../library/wait.ts'
import { errorOf } from './errors.ts'
import type { Sending } from './sending.ts'

/** The number as WhatsApp knows it, which for Brazil may lack the ninth digit; null when it is not there. */
export async function checkAddress(sending: Sending, raw: string, signal: AbortSignal): Promise<Address | null> {
  const given = raw.includes('@') ? addressOf(raw) : null
  // LIDs and groups cannot be looked up; they come from WhatsApp itself.
  if (given && given.kind !== PHONE) return given
  return find(sending, digits(given?.value ?? raw), signal)
}

export const exists = async (sending: Sending, phone: string, signal: AbortSignal): Promise<boolean> =>
  (await find(sending, phone, signal)) !== null

async function find({ socket }: Sending, phone: string, signal: AbortSignal): Promise<Address | null> {
  try {
    const found = await orAborted(socket.onWhatsApp(phone), signal)
    if (!found) throw new PluginError('TEMPORARY')
    const [first] = found
    return first?.exists ? addressOf(first.jid) : null
  } catch (error) {
    throw errorOf(error, signal, false)
  }
}

function digits(raw: string): string {
  try {
    return phoneDigits(raw)
  } catch (error) {
    throw new PluginError('RECIPIENT_INVALID', { cause: error })
  }
}
