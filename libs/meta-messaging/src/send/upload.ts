import { ReadableStream } from 'node:stream/web'
import { text } from '@recado/loose-json'
import { isPluginError, type MediaInfo, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'

const UPLOAD_MS = 50_000

/**
 * Hands a file to Meta and answers the id under which messages may use it. Nothing reaches the customer, so that a
 * failure is safe to repeat. @throws PluginError
 */
export async function uploadFile(line: Line, info: MediaInfo, type: string, signal: AbortSignal): Promise<string> {
  const { ctx, access } = line
  const boundary = `recado-${crypto.randomUUID()}`
  const message = JSON.stringify({ attachment: { type, payload: { is_reusable: false } } })
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="message"\r\n\r\n${message}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="filedata"; filename="${safeName(info)}"\r\n`,
    `content-type: ${info.mimeType.replace(/[^\w./+-]/g, '')}\r\n\r\n`,
  ].join('')
  const body = wrapped(head, await ctx.media.open(info.id, signal), `\r\n--${boundary}--\r\n`)
  try {
    const answer = await access.graph.call('/me/message_attachments', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      timeoutMs: UPLOAD_MS,
      signal,
    })
    const id = text(answer.attachment_id)
    if (!id) throw new PluginError('TEMPORARY', { detail: ctx.t('error.halfAnswer') })
    return id
  } catch (error) {
    if (isPluginError(error) && error.code === 'AMBIGUOUS')
      throw new PluginError('TEMPORARY', { ...(error.detail ? { detail: error.detail } : {}) })
    throw error
  }
}

/** The stream with a text before and after it. */
function wrapped(head: string, file: ReadableStream<Uint8Array>, tail: string): ReadableStream<Uint8Array> {
  const bytes = (value: string) => new TextEncoder().encode(value)
  async function* parts() {
    yield bytes(head)
    yield* file
    yield bytes(tail)
  }
  return ReadableStream.from(parts())
}

/** Quotes and line ends would break out of the header. */
const safeName = ({ fileName }: MediaInfo): string =>
  (fileName ?? '').replace(/[^\p{L}\p{N} ._-]/gu, '_').trim() || 'file'
