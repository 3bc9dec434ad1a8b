import { type Loose, parse, record } from '@recado/loose-json'
import { type MediaKind, PluginError } from '@recado/sdk'
import { dataBytes } from '../../gateway/data-url.ts'
import { field, inner, textOf, wholeOf } from '../../receive/fields.ts'
import type { DriverSetup, File } from '../driver.ts'

/** Stickers are encrypted as pictures are. */
const CALLS: Record<MediaKind, string> = {
  image: 'downloadimage',
  sticker: 'downloadimage',
  video: 'downloadvideo',
  audio: 'downloadaudio',
  voice: 'downloadaudio',
  document: 'downloaddocument',
}
const MOST_BASE64 = 140 * 1024 * 1024

/**
 * The handle of a file: all that WhatsApp's servers want to hear, since WuzAPI keeps no messages. Null when something is
 * missing.
 */
export function fileRef(kind: MediaKind, file: Loose): string | null {
  const told = {
    Url: textOf(file, 'url'),
    DirectPath: textOf(file, 'directPath'),
    MediaKey: textOf(file, 'mediaKey'),
    Mimetype: textOf(file, 'mimetype'),
    FileEncSHA256: textOf(file, 'fileEncSha256'),
    FileSHA256: textOf(file, 'fileSha256'),
    FileLength: wholeOf(file, 'fileLength') ?? 0,
  }
  if (!told.MediaKey || (!told.Url && !told.DirectPath)) return null
  // The address is in the path already; of the two the path is the one that lasts.
  if (told.DirectPath) told.Url = told.Url?.slice(0, 600)
  return JSON.stringify({ kind, ...told })
}

export async function download({ gateway, timing, t }: DriverSetup, ref: string, signal: AbortSignal): Promise<File> {
  const { kind, ...json } = record(parse(ref))
  const call = typeof kind === 'string' && Object.hasOwn(CALLS, kind) ? CALLS[kind as MediaKind] : undefined
  if (!call) throw new PluginError('MEDIA_REJECTED', { detail: t('error.fileGone') })
  const answer = record(
    await gateway.call(`/chat/${call}`, { json, signal, timeoutMs: timing.fileMs, maxBytes: MOST_BASE64 }),
  )
  const data = inner(answer, 'data')
  const file = field(data, 'Data')
  return dataBytes(typeof file === 'string' ? file : undefined, textOf(data, 'Mimetype'), t('error.fileGone'))
}
