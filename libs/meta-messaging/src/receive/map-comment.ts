import { clip, type Loose, record, text } from '@recado/loose-json'
import type { Content, InboundComment, InboundEvent, Party } from '@recado/sdk'
import { defined, idOf, label, moment, webAddress } from '../read.ts'
import { unsupported } from './map-attachment.ts'
import type { ItemMapping } from './map-item.ts'

/** Comments below posts: Instagram's `comments` and `live_comments`, Facebook's `feed`. Our own are no news. */
export function mapChange(change: Loose, entryTime: unknown, mapping: ItemMapping): InboundEvent[] {
  const value = record(change.value)
  const from = idOf(record(value.from).id)
  if (from && mapping.own.has(from)) return []
  switch (text(change.field)) {
    case 'comments':
    case 'live_comments':
      return instagramComment(value, moment(value.created_time ?? entryTime, mapping.now), mapping)
    case 'feed':
      if (text(value.item) !== 'comment') return []
      return facebookComment(value, moment(value.created_time ?? entryTime, mapping.now), mapping)
    default:
      return []
  }
}

/** Below an ad the same comment may come twice, the second time with the ad: same comment, same post. */
function instagramComment(value: Loose, at: number, mapping: ItemMapping): InboundEvent[] {
  const externalId = idOf(value.id)
  const media = record(value.media)
  const post = idOf(media.original_media_id) ?? idOf(media.id)
  if (!externalId || !post) return []
  const from = record(value.from)
  const comment: InboundComment = {
    kind: 'comment',
    externalId,
    post: { id: post, ...defined({ url: webAddress(media.permalink) }) },
    author: authorOf(from, externalId, mapping),
    content: contentOf(value, mapping),
    at,
    ...defined({ parentId: idOf(value.parent_id) }),
  }
  return [comment]
}

function facebookComment(value: Loose, at: number, mapping: ItemMapping): InboundEvent[] {
  const externalId = idOf(value.comment_id)
  const post = idOf(value.post_id)
  if (!externalId) return []
  switch (text(value.verb)) {
    case 'remove':
      return [{ kind: 'removal', externalId, at }]
    case 'edited':
    case 'edit':
      return [{ kind: 'edit', externalId, content: contentOf(value, mapping), at }]
    case 'add': {
      if (!post) return []
      const parent = idOf(value.parent_id)
      const comment: InboundComment = {
        kind: 'comment',
        externalId,
        post: { id: post, ...defined({ url: webAddress(record(value.post).permalink_url) }) },
        author: authorOf(record(value.from), externalId, mapping),
        content: contentOf(value, mapping),
        at,
        ...defined({ parentId: parent === post ? undefined : parent }),
      }
      return [comment]
    }
    default:
      return []
  }
}

/** Who keeps their name from apps is known by the comment alone, which is enough to answer. */
function authorOf(from: Loose, commentId: string, { addressKind, t }: ItemMapping): Party {
  const id = idOf(from.id)
  const username = label(from.username)
  if (id)
    return {
      addresses: [{ kind: addressKind, value: clip(id, 255) }],
      ...defined({ name: label(from.name), username }),
    }
  return {
    addresses: [{ kind: 'comment-author', value: clip(commentId, 255) }],
    ...defined({ name: label(from.name), username, label: t('comment.anonymous') }),
  }
}

function contentOf(value: Loose, mapping: ItemMapping): Content {
  const said = text(value.message) ?? text(value.text)
  const caption = said === undefined ? {} : { text: clip(said, 65_536) }
  const [photo, video] = [text(value.photo), text(value.video)]
  if (photo && mapping.isFile(photo)) return { type: 'media', kind: 'image', media: { ref: photo }, ...caption }
  if (video && mapping.isFile(video)) return { type: 'media', kind: 'video', media: { ref: video }, ...caption }
  return said === undefined ? unsupported(mapping, 'comment').content : { type: 'text', text: clip(said, 65_536) }
}
