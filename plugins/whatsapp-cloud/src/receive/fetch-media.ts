import type { ReadableStream } from 'node:stream/web'
import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import type { Cloud } from '../api/cloud.ts'
import { isGone } from '../api/judge.ts'
import { defined } from '../defined.ts'
import { DOWNLOAD_BYTES, DOWNLOAD_MS } from '../limits.ts'
import type { CloudSettings } from '../settings.ts'

export interface FetchedMedia {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
  size?: number
}

/** The bytes of a file by its id. Its address lives for minutes, so it is asked for each time, once more when it died. */
export async function fetchMedia(
  ctx: ChannelContext,
  cloud: Cloud,
  id: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  try {
    return await download(ctx, cloud, id, signal)
  } catch (error) {
    const isStale = isPluginError(error) && !(error instanceof GraphError) && STALE.has(error.code)
    if (!isStale) throw error
    ctx.log.debug('the address of a file expired', { id })
    return download(ctx, cloud, id, signal)
  }
}

const STALE = new Set(['MEDIA_REJECTED', 'AUTH_EXPIRED'])

async function download(ctx: ChannelContext, cloud: Cloud, id: string, signal: AbortSignal): Promise<FetchedMedia> {
  const { phoneNumberId } = ctx.settings as Readonly<CloudSettings>
  const found = await cloud.graph
    .call(`/${encodeURIComponent(id)}`, { query: { phone_number_id: phoneNumberId }, signal })
    .catch((error: unknown) => {
      const gone = error instanceof GraphError && (isGone(error.fault) || error.fault.code === 100)
      throw gone ? new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired'), cause: error.fault }) : error
    })
  const url = safeUrl(ctx, text(found.url))
  const file = await cloud.graph.download(url, signal, { maxBytes: DOWNLOAD_BYTES, timeoutMs: DOWNLOAD_MS })
  const size = Number(found.file_size)
  return {
    stream: file.stream as ReadableStream<Uint8Array>,
    ...defined({
      mimeType: text(found.mime_type) ?? file.mimeType,
      size: file.size ?? (Number.isInteger(size) && size > 0 ? size : undefined),
    }),
  }
}

/** The token goes along, so it goes to Meta's own places only. */
function safeUrl(ctx: ChannelContext, url: string | undefined): string {
  const origins = Object.values(ctx.endpoints).map((address) => new URL(address).origin)
  if (url && URL.canParse(url) && origins.includes(new URL(url).origin)) return url
  throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired') })
}
