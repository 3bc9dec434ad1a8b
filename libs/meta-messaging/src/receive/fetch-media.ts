import type { ReadableStream } from 'node:stream/web'
import { text } from '@recado/loose-json'
import { isPluginError, PluginError } from '@recado/sdk'
import { isFileAddress } from '../cdn.ts'
import type { Line } from '../line.ts'
import { AVATAR, askProfile } from './profiles.ts'

const MAX_BYTES = 100 * 1024 * 1024
const TIMEOUT_MS = 60_000

export interface FetchedMedia {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
  size?: number
}

/**
 * The bytes behind a signed address of Meta's, or of somebody's picture, whose address is asked for anew each time.
 * No token goes along. @throws PluginError
 */
export async function fetchMedia(line: Line, ref: string, signal: AbortSignal): Promise<FetchedMedia> {
  const { ctx } = line
  const address = ref.startsWith(AVATAR) ? await pictureOf(line, ref.slice(AVATAR.length), signal) : ref
  if (!address || !isFileAddress(address, ctx.endpoints))
    throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.noFile') })
  const answer = await ctx.http
    .request(address, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
    .catch((error) => {
      // The address is a key to the file: it stays out of what people read.
      throw isPluginError(error) ? new PluginError(error.code, { detail: ctx.t('error.fileUnreachable') }) : error
    })
  if (answer.status >= 300) await answer.stream().cancel()
  if (answer.status >= 500 || answer.status === 429)
    throw new PluginError('TEMPORARY', { detail: `HTTP ${answer.status}` })
  if (answer.status >= 300) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired') })
  const size = Number(answer.headers['content-length'])
  const mimeType = answer.headers['content-type']
  return {
    stream: answer.stream(),
    ...(mimeType ? { mimeType } : {}),
    ...(Number.isSafeInteger(size) && size > 0 ? { size } : {}),
  }
}

const pictureOf = async (line: Line, id: string, signal: AbortSignal): Promise<string | undefined> =>
  text((await askProfile(line, id, signal)).profile_pic)
