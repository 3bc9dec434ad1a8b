import { inflateSync } from 'node:zlib'

/** What a person reads in a PDF of the product, sheet after sheet: glyphs by the maps that come with the fonts. */
export function pdfText(bytes: Buffer): string {
  const objects = objectsOf(bytes)
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      fonts.set(name, glyphsOf(objects.get(map)?.body ?? ''))
    }
  const pages = [...objects.values()].filter(({ body }) => /\bTf\b/.test(body))
  return pages.map(({ body }) => wordsOf(body, fonts)).join('\n')
}

interface Part {
  head: string
  /** Of the stream, unpacked. */
  body: string
}

function objectsOf(bytes: Buffer): Map<string, Part> {
  const objects = new Map<string, Part>()
  for (const [whole, id = ''] of bytes.toString('latin1').matchAll(/(\d+) 0 obj\n[\s\S]*?\nendobj/g)) {
    const [head = '', packed] = whole.split(/stream\r?\n/)
    const isPacked = head.includes('/FlateDecode') && packed !== undefined
    objects.set(id, { head, body: isPacked ? unpacked(packed) : '' })
  }
  return objects
}

/** Fonts and pictures are none of ours. */
function unpacked(text: string): string {
  try {
    return inflateSync(Buffer.from(text, 'latin1'), { finishFlush: 2 }).toString('latin1')
  } catch {
    return ''
  }
}

function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      glyphs.set(
        Number.parseInt(from, 16) + at,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
    })
  return glyphs
}

function wordsOf(page: string, fonts: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>()
  let text = ''
  for (const [, name, drawn] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? font
    for (const [, hex = ''] of (drawn ?? '').matchAll(/<([0-9a-f]+)>/gi))
      for (const glyph of hex.match(/.{4}/g) ?? []) text += font.get(Number.parseInt(glyph, 16)) ?? '?'
    if (drawn) text += ' '
  }
  return text.replace(/ +/g, ' ')
}
