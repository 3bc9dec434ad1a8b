import type { MediaInfo } from '@recado/sdk'
import { ApiError } from '../api/errors.ts'
import type { Part, Sending, Target } from './parts.ts'
import { type Upload, withUpload } from './upload.ts'
import type { UploadMethod } from './upload-method.ts'

/** Pictures that Telegram cannot shrink (too long, too many pixels) still arrive as files. */
const NO_PHOTO = /photo_invalid_dimensions|image_process_failed|photo_save_file_invalid/i

export function mediaPart(sending: Sending, info: MediaInfo, method: UploadMethod, caption: string): Part {
  const upload = (as: UploadMethod, target: Target, signal: AbortSignal) =>
    withUpload(sending.ctx, info, signal, (file, either) => call(sending, as, target, file, caption, either))
  return async (target, signal) => {
    try {
      return await upload(method, target, signal)
    } catch (error) {
      if (method !== 'sendPhoto' || !(error instanceof ApiError) || !error.says(NO_PHOTO)) throw error
      return upload('sendDocument', target, signal)
    }
  }
}

async function call(
  { api, timing }: Sending,
  method: UploadMethod,
  target: Target,
  file: Upload,
  caption: string,
  signal: AbortSignal,
): Promise<number> {
  const options = { signal, timeoutMs: timing.uploadMs, creates: true }
  const common = { ...target, ...(caption ? { caption } : {}) }
  switch (method) {
    case 'sendPhoto':
      return (await api.call(method, { ...common, photo: file }, options)).message_id
    case 'sendAnimation':
      return (await api.call(method, { ...common, animation: file }, options)).message_id
    case 'sendVideo':
      return (await api.call(method, { ...common, video: file, supports_streaming: true }, options)).message_id
    case 'sendAudio':
      return (await api.call(method, { ...common, audio: file }, options)).message_id
    case 'sendVoice':
      return (await api.call(method, { ...common, voice: file }, options)).message_id
    case 'sendSticker':
      return (await api.call(method, { ...target, sticker: file }, options)).message_id
    case 'sendDocument':
      return (await api.call(method, { ...common, document: file }, options)).message_id
  }
}
