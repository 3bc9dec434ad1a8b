import { Readable } from 'node:stream'
import { type ChannelContext, isPluginError, type MediaInfo, type MediaRef, PluginError } from '@recado/sdk'

/** A stored file on its way out, in the form the library takes. */
export interface Upload {
  source: Readable
  filename: string
}

export async function mediaInfo(ctx: ChannelContext, media: MediaRef): Promise<MediaInfo> {
  const info = media.id ? await ctx.media.info(media.id) : null
  if (!info) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileGone') })
  return info
}

/**
 * Streams a stored file into one call. When the file breaks off, the call is aborted, so that half a file is never
 * taken for a whole one; when the call ends early, the file is closed.
 */
export async function withUpload<T>(
  ctx: ChannelContext,
  info: MediaInfo,
  signal: AbortSignal,
  call: (file: Upload, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const broken = new AbortController()
  const either = AbortSignal.any([signal, broken.signal])
  const source = Readable.fromWeb(await ctx.media.open(info.id, either))
  source.on('error', () => broken.abort())
  try {
    return await call({ source, filename: fileName(info) }, either)
  } catch (error) {
    if (broken.signal.aborted && !(isPluginError(error) && error.code !== 'AMBIGUOUS')) {
      throw new PluginError('TEMPORARY', { detail: ctx.t('error.fileBroken') })
    }
    throw error
  } finally {
    source.destroy()
  }
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
}

/** The library writes the name into a header as it is: quotes and line ends would break out of it. */
function fileName({ fileName: name, mimeType }: MediaInfo): string {
  const safe = (name ?? '').replace(/[\p{Cc}"\\/]/gu, '_').trim()
  return safe || `file.${EXTENSIONS[mimeType.split(';', 1)[0] ?? ''] ?? 'bin'}`
}
