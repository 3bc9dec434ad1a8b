import { Buffer } from 'node:buffer'
import { readPng } from './png.ts'

/** Far above any QR code's picture. */
const LONGEST = 400_000

/** Large, and needed by those alone who connect such a channel. */
async function loadScanner() {
  const { default: jsqr } = await import('jsqr')
  // the module is CommonJS: what it exports as default may stand one level deeper
  return ('default' in jsqr ? jsqr.default : jsqr) as typeof jsqr.default
}

/**
 * What a QR code says. Gateways hand out its picture (a PNG as data URL), and the screen draws codes itself; a text is
 * the code already. Null for a picture in which no code is found.
 */
export async function qrText(qr: string): Promise<string | null> {
  const [, base64] = /^data:image\/[\w.+-]+;base64,([\s\S]+)$/.exec(qr) ?? []
  if (base64 === undefined) return qr.startsWith('data:') ? null : qr
  if (base64.length > LONGEST) return null
  try {
    const picture = readPng(Buffer.from(base64, 'base64'))
    if (!picture) return null
    const scan = await loadScanner()
    return scan(picture.rgba, picture.width, picture.height, { inversionAttempts: 'dontInvert' })?.data || null
  } catch {
    // Broken in transit; the next look brings another one.
    return null
  }
}
