import type { Content, MediaInfo, MediaRef } from '@recado/sdk'
import { AppError } from '../../platform/errors/app-error.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The content that a client wrote, with the facts of its files as we hold them: a client names a file by its id and
 * nothing more, since `ref` is a plugin's own handle.
 * @throws ERR_NO_MEDIA_FOUND for a file that the company does not have
 */
export async function withOwnFiles(
  content: Content,
  info: (id: string) => Promise<MediaInfo | null>,
): Promise<Content> {
  const file = async ({ id }: MediaRef): Promise<MediaRef> => {
    const found = id !== undefined && UUID.test(id) ? await info(id) : null
    if (!found) throw new AppError('ERR_NO_MEDIA_FOUND')
    const { mimeType, size, fileName } = found
    return { id: found.id, mimeType, size, ...(fileName ? { fileName } : {}) }
  }
  if (content.type === 'media') return { ...content, media: await file(content.media) }
  if (content.type === 'template' || content.type === 'buttons') {
    const header = content.header ? { header: await file(content.header) } : {}
    if (content.type === 'buttons') return { ...content, ...header }
    const cards = content.cards ? { cards: await Promise.all(content.cards.map(file)) } : {}
    return { ...content, ...header, ...cards }
  }
  if (content.type !== 'carousel') return content
  const cards = content.cards.map(async ({ media, ...card }) => (media ? { ...card, media: await file(media) } : card))
  return { ...content, cards: await Promise.all(cards) }
}
