import { type Loose, record, text } from '@recado/loose-json'
import type { MessageOrigin } from '@recado/sdk'
import { defined, idOf, label, webAddress } from '../read.ts'

/** What brought the customer here: an ad, a product, a link with a word of its own. */
export function referralOrigin(value: unknown): MessageOrigin | undefined {
  const referral = record(value)
  const product = idOf(record(referral.product).id)
  if (product) return { type: 'product', id: product }
  const ad = idOf(referral.ad_id)
  const ref = label(referral.ref, 512)
  const about = record(referral.ads_context_data)
  if (ad || text(referral.source)?.toUpperCase() === 'ADS') {
    return {
      type: 'ad',
      ...defined({
        id: ad ?? ref,
        title: label(about.ad_title),
        url: webAddress(about.photo_url) ?? webAddress(about.video_url),
        text: ad ? ref : undefined,
      }),
    }
  }
  const url = webAddress(referral.referer_uri)
  return ref || url ? { type: 'link', ...defined({ id: ref, url }) } : undefined
}

/** The story that a message answers. Stories disappear after a day, their addresses before. */
export function storyOrigin(replyTo: Loose): MessageOrigin | undefined {
  if (replyTo.story === undefined || replyTo.story === null) return undefined
  const story = record(replyTo.story)
  return { type: 'story-reply', ...defined({ id: idOf(story.id), url: webAddress(story.url) }) }
}
