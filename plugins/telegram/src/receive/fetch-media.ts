import type { ReadableStream } from 'node:stream/web'
import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import { ApiError } from '../api/errors.ts'
import { redact } from '../api/redact.ts'
import type { Bot } from '../bot.ts'
import { DOWNLOAD_BYTES } from '../limits.ts'
import { countOf, defined, textOf } from './read.ts'

export interface FetchedMedia {
  stream: ReadableStream<Uint8Array>
  fileName?: string
  size?: number
}

/**
 * The bytes of a file by its id. Its address holds the token, so it stays in here. The type that the file server
 * states is always the same and says nothing; the message's own stands.
 */
export async function fetchMedia(
  ctx: ChannelContext,
  bot: Bot,
  fileId: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const { api, token } = await bot.open()
  const { file_path: path, file_size: size } = await api
    .call('getFile', { file_id: fileId }, { signal, timeoutMs: bot.timing.callMs })
    .catch((error: unknown) => {
      const tooBig = error instanceof ApiError && error.says(/too big/i)
      throw tooBig ? new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.tooBigToFetch') }) : error
    })
  // A Bot API server of the operator's own answers with a path on its own disk.
  if (!path || path.startsWith('/')) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.noFilePath') })
  const stream = await download(ctx, `api:/file/bot${token}/${path}`, bot.timing.uploadMs, signal)
  return { stream, ...defined({ fileName: textOf(path.split('/').at(-1), 255), size: countOf(size) }) }
}

async function download(ctx: ChannelContext, url: string, timeoutMs: number, signal: AbortSignal) {
  const answer = await ctx.http
    .request(url, { timeoutMs, maxBytes: DOWNLOAD_BYTES, signal })
    .catch((error: unknown) => {
      const code = isPluginError(error) ? error.code : 'TEMPORARY'
      throw new PluginError(code, { detail: redact(error instanceof Error ? error.message : 'no answer') })
    })
  if (answer.status === 200) return answer.stream()
  await answer.stream().cancel()
  if (answer.status === 404) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired') })
  throw new PluginError(answer.status === 401 ? 'AUTH_EXPIRED' : 'TEMPORARY', { detail: `HTTP ${answer.status}` })
}
