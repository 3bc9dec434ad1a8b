import { randomBytes } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { type ChannelContext, type MediaRef, PluginError } from '@recado/sdk'
import { encodeBase64EncodedStringForUpload, MEDIA_PATH_MAP, type WASocket } from '@whiskeysockets/baileys'
import type { FileType } from '../receive/media-ref.ts'
import type { Timing } from '../timing.ts'
import { type SealedFile, seal } from './file-cipher.ts'
import { lastSecond } from './ogg.ts'

/** Up to this size a file is sent in one piece, with its length. */
const IN_ONE_PIECE = 16 * 1024 * 1024
const TAIL = 64 * 1024

/** What a message says of a file that lies at WhatsApp. */
export interface Uploaded {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
  mediaKeyTimestamp: number
  /** Of voice notes. */
  seconds: number | undefined
}

/**
 * Seals a stored file and uploads it. It is read twice, since WhatsApp wants its sum in the address: so it needs
 * neither a copy on disk nor much memory.
 */
export async function upload(
  { ctx, socket, timing }: { ctx: ChannelContext; socket: WASocket; timing: Timing },
  media: MediaRef,
  type: FileType,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uploaded> {
  const { id } = media
  if (!id) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.noFile') })
  const key = randomBytes(32)
  const read = async () => (await ctx.media.open(id, signal)) as AsyncIterable<Uint8Array>
  const tail = createTail()
  const sums = await sumsOf(tail.watch(await read()), key, type)
  if (sums.length > maxBytes) throw new PluginError('MEDIA_REJECTED', { detail: ctx.t('error.tooLarge') })

  const path = await put({ ctx, socket, timing }, seal(await read(), key, type), sums, type, signal)
  return {
    url: `https://mmg.whatsapp.net${path}`,
    directPath: path,
    mediaKey: key,
    fileSha256: sums.sha256,
    fileEncSha256: sums.sealedSha256,
    fileLength: sums.length,
    mediaKeyTimestamp: Math.floor(ctx.clock.now() / 1000),
    seconds: type === 'audio' ? lastSecond(tail.bytes()) : undefined,
  }
}

async function sumsOf(plain: AsyncIterable<Uint8Array>, key: Uint8Array, type: FileType): Promise<SealedFile> {
  let sums: SealedFile | null = null
  for await (const chunk of seal(plain, key, type, (found) => (sums = found))) void chunk
  if (!sums) throw new PluginError('TEMPORARY')
  return sums
}

async function put(
  { ctx, socket, timing }: { ctx: ChannelContext; socket: WASocket; timing: Timing },
  sealed: AsyncIterable<Uint8Array>,
  sums: SealedFile,
  type: FileType,
  signal: AbortSignal,
): Promise<string> {
  const { auth } = await socket.refreshMediaConn(false)
  const token = encodeBase64EncodedStringForUpload(sums.sealedSha256.toString('base64'))
  const body = sums.length <= IN_ONE_PIECE ? await wholeOf(sealed) : ReadableStream.from(sealed)
  const answer = await ctx.http
    .request(`media:${MEDIA_PATH_MAP[type]}/${token}`, {
      method: 'POST',
      query: { auth, token },
      headers: { 'content-type': 'application/octet-stream', origin: 'https://web.whatsapp.com' },
      body,
      timeoutMs: timing.uploadMs,
      signal,
    })
    .catch((error: unknown) => {
      // Nothing was sent to anybody yet.
      if (signal.aborted) throw error
      throw new PluginError('TEMPORARY', { cause: error })
    })
  if (answer.status === 401 || answer.status === 403) await socket.refreshMediaConn(true)
  if (answer.status === 413 || answer.status === 415)
    throw new PluginError('MEDIA_REJECTED', { detail: `${answer.status}` })
  const found = answer.status < 300 ? await answer.json<{ direct_path?: unknown }>().catch(() => null) : null
  if (typeof found?.direct_path !== 'string') throw new PluginError('TEMPORARY', { detail: `upload: ${answer.status}` })
  return found.direct_path
}

async function wholeOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Keeps the end of what passes. */
function createTail() {
  let kept: Buffer = Buffer.alloc(0)
  return {
    async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        kept = Buffer.concat([kept, chunk]).subarray(-TAIL)
        yield chunk
      }
    },
    bytes: () => kept,
  }
}
