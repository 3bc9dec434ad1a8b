import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HookReply } from '@recado/sdk'
import type { FastifyReply } from 'fastify'
import { CallError } from '../call-error.ts'
import { isNotAccepted } from '../context/inbound.ts'
import type { HookAccess } from './access.ts'

/** Not a plugin's to set: the connection's own, and cookies of an origin that it shares with the product. */
const OURS = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Kinds that a browser may show without running anything. */
const INLINE = /^(?:image\/(?!svg)|audio\/|video\/)/

/** Writes a plugin's reply; its headers stand, the host adds only what is missing. */
export async function writeReply(
  reply: FastifyReply,
  answer: HookReply | undefined,
  tenantId: number,
  access: Pick<HookAccess, 'openMedia'>,
): Promise<FastifyReply> {
  const { status = 200, headers = {}, json, body, media } = answer ?? {}
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new TypeError(`a hook answered status ${status}`)
  const file = media ? await access.openMedia(tenantId, media.id) : null
  if (media && !file) return reply.code(404).send()
  reply.code(status)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', 'no-store')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  if (file) describeFile(reply, file.info, media?.inline === true)
  for (const [name, value] of Object.entries(headers)) {
    if (!OURS.has(name.toLowerCase())) reply.header(name.toLowerCase(), String(value))
  }
  if (file) return reply.send(Readable.fromWeb(file.stream as ReadableStream))
  if (json !== undefined)
    return reply
      .header('content-type', reply.getHeader('content-type') ?? 'application/json')
      .send(JSON.stringify(json))
  if (body === undefined) return reply.send()
  if (!reply.getHeader('content-type'))
    reply.header('content-type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream')
  return reply.send(typeof body === 'string' ? body : Buffer.from(body))
}

function describeFile(
  reply: FastifyReply,
  info: { mimeType: string; fileName: string | null; size: number },
  inline: boolean,
) {
  const shown = inline && INLINE.test(info.mimeType)
  const name = info.fileName ? `; filename*=UTF-8''${encodeURIComponent(info.fileName)}` : ''
  reply.header('content-type', INLINE.test(info.mimeType) ? info.mimeType : 'application/octet-stream')
  reply.header('content-disposition', `${shown ? 'inline' : 'attachment'}${name}`)
}

/** The status for a hook that failed: the provider shall come again, unless there is no point. */
export function statusOf(error: unknown): number {
  if (isNotAccepted(error)) return 503
  if (!(error instanceof CallError)) return 500
  if (error.why === 'late') return 504
  return error.why === 'defect' ? 500 : 503
}
