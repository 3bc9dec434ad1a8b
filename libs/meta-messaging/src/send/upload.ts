import { text } from '@recado/loose-json'
import { fileNameOf, multipart, plainType } from '@recado/meta-graph'
import { isPluginError, type MediaInfo, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'

const UPLOAD_MS = 50_000

/**
 * Hands a file to Meta and answers the id under which messages may use it. Nothing reaches the customer, so that a
 * failure is safe to repeat. @throws PluginError
 */
export async function uploadFile(line: Line, info: MediaInfo, type: string, signal: AbortSignal): Promise<string> {
  const { ctx, access } = line
  const message = JSON.stringify({ attachment: { type, payload: { is_reusable: false } } })
  const stream = await ctx.media.open(info.id, signal)
  const file = { field: 'filedata', fileName: fileNameOf(info), mimeType: plainType(info.mimeType), size: info.size }
  const form = multipart({ message }, { ...file, stream })
  try {
    const answer = await access.graph.call('/me/message_attachments', {
      method: 'POST',
      ...form,
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
