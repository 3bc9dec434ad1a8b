import type { ChannelContext } from '@recado/sdk'
import { phoneDigits } from '@recado/whatsapp-ids'
import type { WASocket } from '@whiskeysockets/baileys'
import type { WhatsAppSettings } from '../settings.ts'
import type { Timing } from '../timing.ts'
import type { Status } from './status.ts'

/** Shows what the owner's phone needs to take this device in. One per socket. */
export interface Pairing {
  /** The library has a new QR text. */
  qr(text: string): Promise<void>
  close(): void
}

/**
 * QR codes follow each other every few seconds; a pairing code is asked for once, at the first of them. Both end after
 * two minutes with `onOver`, so that nobody scans a code that is long dead and WhatsApp is not asked for ever.
 */
export function createPairing(options: {
  ctx: ChannelContext
  socket: WASocket
  settings: Readonly<WhatsAppSettings>
  status: Status
  timing: Timing
  onOver(): void
}): Pairing {
  const { ctx, socket, settings, status, timing } = options
  let timer: NodeJS.Timeout | null = null
  let wasAsked = false
  let until = 0

  const begin = () => {
    if (timer) return
    until = ctx.clock.now() + timing.pairingMs
    timer = setTimeout(options.onOver, timing.pairingMs)
  }

  return {
    async qr(text) {
      begin()
      if (settings.pairing !== 'code') {
        return status.waiting({ as: 'qr', value: text, message: ctx.t('pairing.qr'), expiresAt: until })
      }
      if (wasAsked) return
      wasAsked = true
      const code = await socket.requestPairingCode(phoneDigits(settings.pairingPhone))
      const value = `${code.slice(0, 4)}-${code.slice(4)}`
      await status.waiting({ as: 'code', value, message: ctx.t('pairing.code'), expiresAt: until })
    },
    close() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
