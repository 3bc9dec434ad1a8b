import { ReadableStream } from 'node:stream/web'
import { type ChannelContext, type HttpResponse, PluginError } from '@recado/sdk'
import { proto, type WAMessage, type WASocket } from '@whiskeysockets/baileys'
import { orAborted } from '../library/wait.ts'
import { DOWNLOAD_BYTES } from '../limits.ts'
import { errorOf } from '../send/errors.ts'
import { unseal } from '../send/file-cipher.ts'
import type { Timing } from '../timing.ts'
import { pathOf } from './map-file.ts'
import { type FileRef, unpackRef } from './media-ref.ts'

export interface Fetched {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
}

interface Fetching {
  ctx: ChannelContext
  timing: Timing
  /** @throws PluginError NOT_CONNECTED */
  socket(): WASocket
}

/** A customer's file or picture, by the handle that came with the message. @throws PluginError */
export async function fetchMedia(fetching: Fetching, ref: string, signal: AbortSignal): Promise<Fetched> {
  if (ref.startsWith('avatar:')) return fetchPicture(fetching, ref, signal)
  const file = unpackRef(ref)
  if (!file) throw new PluginError('REJECTED', { detail: fetching.ctx.t('error.noFile') })
  const first = await get(fetching, file.path, signal)
  // After some weeks the file is on the customer's or the owner's phone alone.
  const answer = isGone(first) ? await get(fetching, await uploadedAgain(fetching, file, signal), signal) : first
  if (isGone(answer)) throw new PluginError('REJECTED', { detail: fetching.ctx.t('error.expired') })
  if (answer.status >= 400) throw new PluginError('TEMPORARY', { detail: `file: ${answer.status}` })
  const plain = unseal(
    answer.stream() as AsyncIterable<Uint8Array>,
    Buffer.from(file.key, 'base64'),
    file.type,
    file.sha256,
  )
  return { stream: ReadableStream.from(plain), ...(file.mimeType ? { mimeType: file.mimeType } : {}) }
}

const get = ({ ctx, timing }: Fetching, path: string, signal: AbortSignal): Promise<HttpResponse> =>
  ctx.http.request(`media:${path}`, {
    headers: { origin: 'https://web.whatsapp.com' },
    maxBytes: DOWNLOAD_BYTES,
    timeoutMs: timing.uploadMs,
    signal,
  })

const isGone = ({ status }: HttpResponse): boolean => status === 404 || status === 410

/** Asks the owner's phone to put the file up again. */
async function uploadedAgain(fetching: Fetching, file: FileRef, signal: AbortSignal): Promise<string> {
  const part = { mediaKey: Buffer.from(file.key, 'base64'), directPath: file.path }
  const message: WAMessage = { key: file.message, message: proto.Message.fromObject({ [`${file.type}Message`]: part }) }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(fetching.timing.queryMs)])
  try {
    const socket = fetching.socket()
    const { message: updated } = await orAborted(socket.updateMediaMessage(message), limit)
    return pathOf((updated?.[`${file.type}Message`] as typeof part | undefined) ?? {})
  } catch (error) {
    if (signal.aborted) throw error
    if (limit.aborted) throw new PluginError('TEMPORARY', { detail: fetching.ctx.t('error.phoneOffline') })
    const known = errorOf(error, signal, false)
    if (known instanceof PluginError && known.code === 'NOT_CONNECTED') throw known
    throw new PluginError('REJECTED', { detail: fetching.ctx.t('error.expired'), cause: error })
  }
}

async function fetchPicture({ ctx, timing, socket }: Fetching, ref: string, signal: AbortSignal): Promise<Fetched> {
  const jid = ref.slice('avatar:'.length).split('#')[0] ?? ''
  let url: string | undefined
  try {
    url = await orAborted(socket().profilePictureUrl(jid, 'preview', timing.callMs), signal)
  } catch (error) {
    const known = errorOf(error, signal, false)
    const isNone = known instanceof PluginError && known.code === 'RECIPIENT_INVALID'
    throw isNone ? new PluginError('REJECTED', { detail: ctx.t('error.noFile') }) : known
  }
  if (!url || !URL.canParse(url)) throw new PluginError('REJECTED', { detail: ctx.t('error.noFile') })
  const { pathname, search } = new URL(url)
  const answer = await ctx.http.request(`pictures:${pathname}${search}`, { signal, maxBytes: 5 * 1024 * 1024 })
  if (answer.status >= 400) throw new PluginError('REJECTED', { detail: ctx.t('error.noFile') })
  return { stream: answer.stream(), mimeType: answer.headers['content-type'] ?? 'image/jpeg' }
}
