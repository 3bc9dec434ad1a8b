import type { ReadableStream } from 'node:stream/web'
import { parse, record, records, text } from '@recado/loose-json'
import { type ChannelContext, type HttpResponse, isPluginError, PluginError } from '@recado/sdk'
import type { Hub } from '../hub.ts'
import { FILE_BYTES, FILE_MS } from '../limits.ts'

export interface FetchedMedia {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
  size?: number
}

/**
 * The bytes behind an address of the hub. Files of WhatsApp lie at Meta, which gives them only to the hub; other
 * addresses are opened directly where that is allowed, and asked of the hub where it is not.
 */
export async function fetchMedia(
  ctx: ChannelContext,
  hub: Hub,
  ref: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  if (!URL.canParse(ref)) throw gone(ctx)
  const { hostname } = new URL(ref)
  if (/(^|\.)lookaside\.fbsbx\.com$/i.test(hostname) && (await hub.knownKind()) === 'whatsapp') {
    return throughHub(ctx, hub, ref, signal)
  }
  try {
    return await directly(ctx, ref, signal)
  } catch (error) {
    if (!(isPluginError(error) && error.code === 'MISCONFIGURED')) throw error
    return throughHub(ctx, hub, ref, signal)
  }
}

async function directly(ctx: ChannelContext, url: string, signal: AbortSignal): Promise<FetchedMedia> {
  const answer = await ctx.http.request(url, { timeoutMs: FILE_MS, maxBytes: FILE_BYTES, signal })
  if (answer.status === 200) return fileOf(answer)
  throw await refusal(ctx, answer)
}

/** The answer is the bytes, or JSON that says where or what they are. */
async function throughHub(ctx: ChannelContext, hub: Hub, fileUrl: string, signal: AbortSignal): Promise<FetchedMedia> {
  const api = await hub.api()
  const json = { from: hub.channelId, to: 'whatsapp', contents: [{ type: 'file', fileUrl, fileMimeType: 'document' }] }
  const headers = { accept: 'application/octet-stream' }
  const init = { json, headers, timeoutMs: FILE_MS, maxBytes: FILE_BYTES, signal }
  const answer = await api.raw('POST', '/v1/channels/whatsapp/media', init).catch((error: unknown) => {
    // Fetching a file twice does no harm.
    const isOpen = isPluginError(error) && error.code === 'AMBIGUOUS'
    throw isOpen ? new PluginError('TEMPORARY', { detail: error.detail ?? 'no answer', cause: error }) : error
  })
  if (answer.status >= 300) throw await refusal(ctx, answer)
  if (!/json/i.test(answer.headers['content-type'] ?? '')) return fileOf(answer)
  const body = parse(await answer.bytes())
  const told = { ...record(body), ...record(records(record(body).data)[0]) }
  const base64 = text(told.base64)?.replace(/^data:[^,]*,/, '')
  if (base64) {
    const bytes = Buffer.from(base64, 'base64')
    const mimeType = text(told.mimeType) ?? text(told.fileMimeType)
    return {
      stream: new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
      size: bytes.byteLength,
      ...(mimeType ? { mimeType } : {}),
    }
  }
  const url = text(told.url) ?? text(told.fileUrl)
  if (!url || url === fileUrl || !URL.canParse(url)) throw gone(ctx)
  return directly(ctx, url, signal)
}

function fileOf(answer: HttpResponse): FetchedMedia {
  const mimeType = answer.headers['content-type']?.split(';', 1)[0]?.trim()
  const size = Number(answer.headers['content-length'])
  const isPlain = !mimeType || mimeType === 'application/octet-stream'
  return {
    stream: answer.stream(),
    ...(isPlain ? {} : { mimeType }),
    ...(Number.isSafeInteger(size) && size > 0 ? { size } : {}),
  }
}

async function refusal(ctx: ChannelContext, answer: HttpResponse): Promise<PluginError> {
  await answer.stream().cancel()
  const { status } = answer
  if (status === 429) return new PluginError('RATE_LIMITED', { detail: `HTTP ${status}` })
  return status >= 500 ? new PluginError('TEMPORARY', { detail: `HTTP ${status}` }) : gone(ctx)
}

const gone = (ctx: ChannelContext) => new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.fileExpired') })
