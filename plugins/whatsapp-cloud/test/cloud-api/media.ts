import { text } from '@recado/loose-json'
import { Fault, gone } from './fault.ts'
import type { Answer, Call, StoredMedia, World } from './model.ts'

const MB = 1024 * 1024
const URL_MS = 5 * 60_000
/** What each type may weigh, by how it begins (Cloud API, media). */
const LIMITS: [RegExp, number][] = [
  [/^image\/(jpeg|png)$/, 5 * MB],
  [/^image\/webp$/, MB / 2],
  [/^video\/(mp4|3gpp)$/, 16 * MB],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * MB],
  [/^(text\/plain|application\/(pdf|msword|zip|vnd\..+))$/, 100 * MB],
]

/** `POST /{phone}/media`, multipart. */
export async function uploadMedia(world: World, { number, headers, body }: Call): Promise<Answer> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Fault(100, 'multipart expected')
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (form.get('messaging_product') !== 'whatsapp') throw new Fault(100, 'The parameter messaging_product is required')
  if (!(file instanceof File)) throw new Fault(100, 'The parameter file is required')
  const mimeType = String(form.get('type') ?? file.type)
  const limit = LIMITS.find(([pattern]) => pattern.test(mimeType))?.[1]
  if (limit === undefined)
    throw new Fault(100, `Param file must be a file with one of the allowed types, not ${mimeType}`)
  if (file.size > limit) throw new Fault(131053, 'file too large')
  const id = world.nextId('media')
  const bytes = new Uint8Array(await file.arrayBuffer())
  number.media.set(id, { id, bytes, mimeType, fileName: file.name, ticket: 0, urlUntil: 0 })
  return { json: { id } }
}

/** `GET /{media}` gives an address for five minutes, `DELETE` ends it. */
export function answerMedia(world: World, { number, method }: Call, media: StoredMedia): Answer {
  if (method === 'DELETE') {
    number.media.delete(media.id)
    return { json: { success: true } }
  }
  media.ticket += 1
  media.urlUntil = world.now() + URL_MS
  const url = `${world.url}/download/${media.id}?ticket=${media.ticket}`
  const { id, mimeType: mime_type, bytes } = media
  return { json: { messaging_product: 'whatsapp', url, mime_type, sha256: 'x', file_size: bytes.byteLength, id } }
}

/** The address itself: wants the token too, and dies. */
export function download(world: World, id: string, ticket: string | undefined, bearer: string): Answer {
  const number = world.numbers.find(({ token }) => token === bearer)
  if (!number) return { status: 401, body: '' }
  const media = number.media.get(id)
  if (!media) return { status: 404, body: '' }
  if (ticket !== String(media.ticket) || world.now() > media.urlUntil) return { status: 404, body: 'URL expired' }
  return { headers: { 'content-type': media.mimeType }, body: media.bytes }
}

/** Resumable uploads: a session of the app, then the bytes. */
export function answerUpload(world: World, call: Call, head: string): Answer | null {
  const { method, query, headers, body } = call
  if (method !== 'POST') return null
  if (head === world.appId) {
    const id = `upload:${world.nextId('MTphd')}==?sig=ARZ_stand-in`
    world.sessions.set(id, { type: text(query.file_type) ?? '', length: Number(query.file_length) })
    return { json: { id } }
  }
  const session = world.sessions.get(`${head}?sig=${query.sig ?? ''}`)
  if (!session) throw gone(head)
  if (headers.file_offset !== '0') throw new Fault(100, 'file_offset')
  if (body.byteLength !== session.length) throw new Fault(100, 'file_length')
  const h = world.nextId('4::handle')
  world.handles.add(h)
  return { json: { h } }
}
