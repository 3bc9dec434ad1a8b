/** Cuts a stream of bytes into frames with a length of three bytes, after the intro of the connection. */
export function createFrameReader(onFrame: (frame: Buffer) => void) {
  let waiting: Buffer = Buffer.alloc(0)
  let isIntroduced = false
  return (data: Buffer): void => {
    waiting = Buffer.concat([waiting, data])
    if (!isIntroduced) {
      const length = introLength(waiting)
      if (length === null) return
      waiting = waiting.subarray(length)
      isIntroduced = true
    }
    while (waiting.length >= 3) {
      const size = waiting.readUIntBE(0, 3)
      if (waiting.length < size + 3) return
      const frame = waiting.subarray(3, size + 3)
      waiting = waiting.subarray(size + 3)
      onFrame(frame)
    }
  }
}

/** `WA` and two bytes of version, behind an optional routing block that starts with `ED`. */
function introLength(data: Buffer): number | null {
  if (data.length < 7) return null
  if (data.toString('latin1', 0, 2) !== 'ED') return 4
  const routing = data.readUIntBE(4, 3)
  return data.length < 11 + routing ? null : 11 + routing
}

export function framed(data: Uint8Array): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntBE(data.length, 0, 3)
  return Buffer.concat([head, data])
}
