import { list, record, text } from '@recado/loose-json'
import { type ChannelContext, type ChannelInstance, type InboundMessage, isPluginError, PluginError } from '@recado/sdk'
import { MESSAGE_GONE } from '../api/errors.ts'
import { bareId } from '../ids.ts'
import type { Access } from '../session-access.ts'
import { readRef } from './map-content.ts'

/** Where the files stand that came with a hook of their own; the newest few, for messages that came before them. */
const STASH = 'files'
const MOST = 100

type FetchedMedia = Awaited<ReturnType<NonNullable<ChannelInstance['fetchMedia']>>>

export interface Files {
  /** Keeps a file that the gateway sent along; answers the message with it. */
  attach(message: InboundMessage, file: { data: string; mimeType?: string; fileName?: string }): Promise<InboundMessage>
  fetch(ref: string, signal: AbortSignal): Promise<FetchedMedia>
}

export function createFiles(ctx: ChannelContext, access: Access): Files {
  const stashed = async () => {
    const entry = await ctx.store.get<unknown>(STASH)
    const files = list(entry?.value).flatMap((one) => {
      const { message, media } = record(one)
      return text(message) && text(media) ? [{ message: String(message), media: String(media) }] : []
    })
    return { files, version: entry?.version ?? 0 }
  }

  /** Another node may stash at the same time; then the newest list is taken up once more. */
  const stash = async (message: string, media: string) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { files, version } = await stashed()
      const next = [...files.filter((one) => one.message !== message), { message, media }].slice(-MOST)
      if ((await ctx.store.set(STASH, next, { ifVersion: version })) !== null) return
    }
  }

  return {
    async attach(message, { data, mimeType, fileName }) {
      if (message.content.type !== 'media') return message
      const known = (await stashed()).files.find((one) => one.message === message.externalId)
      const id = known?.media ?? (await ctx.media.save(Buffer.from(data, 'base64'), meta(mimeType, fileName))).id
      if (!known) await stash(message.externalId, id)
      const { ref: _ref, ...media } = message.content.media
      return { ...message, content: { ...message.content, media: { ...media, id } } }
    },

    async fetch(ref, signal) {
      const place = readRef(ref)
      if (!place) throw gone(ctx)
      const known = (await stashed()).files.find(({ message }) => bareId(message) === place.messageId)
      const info = known ? await ctx.media.info(known.media) : null
      if (info) {
        const { mimeType, fileName, size } = info
        const stream = await ctx.media.open(info.id, signal)
        return { stream, mimeType, size, ...(fileName ? { fileName } : {}) }
      }
      return download(ctx, access, place, signal)
    },
  }
}

async function download(
  ctx: ChannelContext,
  access: Access,
  place: { chatId: string; messageId: string },
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const gateway = await access.open()
  const options = { signal, timeoutMs: access.timing.fileMs }
  const answer = await gateway.post('message/downloadMedia', place, options).catch((error: unknown) => {
    const isGone =
      isPluginError(error) && (MESSAGE_GONE.test(error.detail ?? '') || /media not found/i.test(error.detail ?? ''))
    throw isGone ? gone(ctx) : error
  })
  const file = record(answer.messageMedia)
  const data = text(file.data)
  if (!data) throw gone(ctx)
  const bytes = Buffer.from(data, 'base64')
  const mimeType = text(file.mimetype)
  const fileName = text(file.filename)
  return {
    stream: new Blob([bytes]).stream() as FetchedMedia['stream'],
    size: bytes.byteLength,
    ...(mimeType ? { mimeType } : {}),
    ...(fileName ? { fileName: fileName.slice(0, 255) } : {}),
  }
}

const meta = (mimeType: string | undefined, fileName: string | undefined) => ({
  ...(mimeType ? { mimeType } : {}),
  ...(fileName ? { fileName } : {}),
})

/** WhatsApp keeps files for some weeks; the gateway reaches back only so many messages. */
const gone = (ctx: ChannelContext) => new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired') })
