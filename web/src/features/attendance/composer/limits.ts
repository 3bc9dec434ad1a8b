import { totalLimit } from '@recado/core/modules/messages/policy'
import type { ChannelFeatures, MediaKind } from '@recado/sdk'

export type FileProblem =
  | { rule: 'empty' }
  | { rule: 'tooBig'; limit: number }
  | { rule: 'type' }
  | { rule: 'total'; limit: number }

export type Fit = { kind: MediaKind } | { problem: FileProblem }

const naturalKind = (mimeType: string): MediaKind => {
  const family = mimeType.split('/')[0]
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

const takesType = (types: string[] | undefined, mimeType: string): boolean =>
  types === undefined ||
  types.some((type) => type === mimeType || (type.endsWith('/*') && mimeType.startsWith(type.slice(0, -1))))

/**
 * As what a file can be sent: its own kind, else as a document. An unknown channel (its features are not here yet)
 * takes everything; the server decides again.
 */
export function fitFile(
  file: { type: string; size: number },
  features: ChannelFeatures | null | undefined,
  asVoice = false,
): Fit {
  if (file.size === 0) return { problem: { rule: 'empty' } }
  const mimeType = (file.type.split(';')[0] ?? '').trim()
  const natural = naturalKind(mimeType)
  if (!features) return { kind: asVoice ? 'voice' : natural }
  const wanted: MediaKind[] = asVoice ? ['voice', 'audio', 'document'] : [natural, 'document']
  let tooBig: number | null = null
  for (const kind of wanted) {
    const limits = features.media[kind]
    if (!limits || !takesType(limits.mimeTypes, mimeType)) continue
    if (file.size <= limits.maxBytes) return { kind }
    tooBig = Math.max(tooBig ?? 0, limits.maxBytes)
  }
  return { problem: tooBig === null ? { rule: 'type' } : { rule: 'tooBig', limit: tooBig } }
}

/** Bytes of all files of one send. */
export function totalProblem(
  files: readonly { size: number }[],
  features: ChannelFeatures | null | undefined,
): FileProblem | null {
  const limit = features ? totalLimit(features, files.length) : null
  if (limit === null) return null
  return files.reduce((sum, { size }) => sum + size, 0) > limit ? { rule: 'total', limit } : null
}

export const takesFiles = (features: ChannelFeatures | null | undefined): boolean =>
  !features || Object.keys(features.media).length > 0

export const takesVoice = (features: ChannelFeatures | null | undefined): boolean =>
  !features || Boolean(features.media.voice ?? features.media.audio)

export const takesCaption = (features: ChannelFeatures | null | undefined, kind: MediaKind): boolean =>
  kind !== 'voice' && kind !== 'sticker' && features?.media[kind]?.caption !== false

/** Signs left before the channel's limit; null while there is plenty of room. */
export function roomLeft(text: string, features: ChannelFeatures | null | undefined): number | null {
  const limit = features?.text.maxLength
  if (limit === undefined) return null
  const left = limit - text.length
  return left < Math.max(100, limit * 0.1) ? left : null
}

/** Whether a message may still be edited or removed: `withinSeconds` after it was sent, 0 without a limit. */
export const isWithin = (rule: { withinSeconds: number } | undefined, sentAt: number, now: number): boolean =>
  rule !== undefined && (rule.withinSeconds === 0 || now - sentAt <= rule.withinSeconds * 1000)
