import type { Mention } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { proto } from '@whiskeysockets/baileys'

/** People that the text names as `@` and the digits of their id. */
export function mapMentions(text: string, context: proto.IContextInfo | null | undefined): { mentions?: Mention[] } {
  const mentions = (context?.mentionedJid ?? []).slice(0, 100).flatMap((jid): Mention[] => {
    const address = addressOf(jid)
    if (!address || !text.includes(`@${address.value}`)) return []
    return [{ token: address.value, address }]
  })
  return mentions.length > 0 ? { mentions } : {}
}
