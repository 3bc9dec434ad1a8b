/** Opus counts in 48 kHz, whatever the recording had. */
const RATE = 48_000

/** Length in seconds of an Ogg Opus file, from the position in its last page; undefined for other files. */
export function lastSecond(end: Buffer): number | undefined {
  const page = end.lastIndexOf('OggS')
  if (page < 0 || page + 14 > end.length) return undefined
  const position = end.readBigInt64LE(page + 6)
  return position > 0n ? Math.max(1, Math.round(Number(position) / RATE)) : undefined
}
