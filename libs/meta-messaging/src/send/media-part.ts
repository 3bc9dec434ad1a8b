import { GraphError } from '@recado/meta-graph'
import { echoText, type MediaInfo, type MediaKind, type MediaRef, PluginError } from '@recado/sdk'
import { couldNotFetch } from '../errors.ts'
import type { Line } from '../line.ts'
import { post } from './envelope.ts'
import type { Part } from './parts.ts'
import { uploadFile } from './upload.ts'

/** How long Meta may take to fetch a file. */
const URL_SECONDS = 3600

const TYPES: Record<MediaKind, string> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
}

/** As what a file comes back where the provider has nothing of its kind. */
const SHOWN: Partial<Record<MediaKind, MediaKind>> = { sticker: 'image' }

/** A file as a message of its own. @throws PluginError MEDIA_REJECTED for what the channel does not take */
export async function mediaPart(line: Line, kind: MediaKind, media: MediaRef): Promise<Part> {
  const info = await checkedFile(line, kind, media)
  const { ctx, platform } = line
  const type = TYPES[kind]
  const deliver: Part['post'] = async (envelope, signal) => {
    const send = (payload: Record<string, unknown>) => post(line, envelope, { attachment: { type, payload } }, signal)
    const uploaded = async () => send({ attachment_id: await uploadFile(line, info, type, signal) })
    const url = await ctx.media.url(info.id, URL_SECONDS)
    // Meta fetches from public addresses alone.
    if (platform.takesUploads && !url.startsWith('https:')) return uploaded()
    try {
      return await send({ url, is_reusable: false })
    } catch (error) {
      if (platform.takesUploads && error instanceof GraphError && couldNotFetch(error.fault)) return uploaded()
      throw error
    }
  }
  return { said: echoText({ type: 'media', kind: SHOWN[kind] ?? kind, media }), post: deliver }
}

async function checkedFile({ ctx, platform }: Line, kind: MediaKind, media: MediaRef): Promise<MediaInfo> {
  const rule = platform.media[kind]
  const refuse = (key: string, params = {}) => new PluginError('MEDIA_REJECTED', { detail: ctx.t(key, params) })
  if (!rule) throw refuse('error.mediaKind')
  const info = media.id ? await ctx.media.info(media.id) : null
  if (!info) throw refuse('error.fileGone')
  const mimeType = info.mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (rule.mimeTypes && !rule.mimeTypes.includes(mimeType)) throw refuse('error.mediaType', { type: mimeType })
  const megabytes = Math.floor(rule.maxBytes / 1024 / 1024)
  if (info.size > rule.maxBytes) throw refuse('error.mediaSize', { max: megabytes })
  return info
}

/** The address of a picture within a template. */
export async function pictureUrl(line: Line, media: MediaRef): Promise<string> {
  const info = await checkedFile(line, 'image', media)
  return line.ctx.media.url(info.id, URL_SECONDS)
}
