import { clip, type Loose } from '@recado/loose-json'
import type { MessageOrigin } from '@recado/sdk'
import { field, flagOf, idText, inner, nameText, textOf, wholeOf } from './fields.ts'
import type { Context } from './proto.ts'

/** `contextInfo`: what the message answers, whether it was passed on, which ad brought the customer. */
export function readContext(info: Loose): Context {
  const replyTo = idText(field(info, 'stanzaId'))
  const forwarded = flagOf(info, 'isForwarded') || (wholeOf(info, 'forwardingScore') ?? 0) > 0
  const origin = originOf(inner(info, 'externalAdReply'))
  return { ...(replyTo ? { replyTo } : {}), ...(forwarded ? { forwarded } : {}), ...(origin ? { origin } : {}) }
}

function originOf(ad: Loose): MessageOrigin | undefined {
  const id = idText(field(ad, 'sourceId'))
  const url = textOf(ad, 'sourceUrl')
  if (!id && !url) return undefined
  const isAd = textOf(ad, 'sourceType') === 'ad' || textOf(ad, 'ctwaClid') !== undefined
  const title = nameText(textOf(ad, 'title'))
  const body = textOf(ad, 'body')
  return {
    type: isAd ? 'ad' : 'link',
    ...(id ? { id } : {}),
    ...(url && url.length <= 2048 ? { url } : {}),
    ...(title ? { title } : {}),
    ...(body ? { text: clip(body, 1024) } : {}),
  }
}
