import type { ChannelFeatures } from '@recado/sdk'

/** Of several files together, on channels that say nothing themselves (specification §5). */
const SEVERAL_BYTES = 50 * 1024 * 1024

/** Bytes that the files of one send may have together; null where each one's own limit is enough. */
export function totalLimit(features: Pick<ChannelFeatures, 'totalBytes'>, files: number): number | null {
  return features.totalBytes ?? (files > 1 ? SEVERAL_BYTES : null)
}
