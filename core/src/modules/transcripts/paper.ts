import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { type Face, runsOf } from './runs.ts'

type Weight = 'regular' | 'bold'

export interface Style {
  size: number
  colour: string
  weight?: Weight
}

/** JPEG or PNG; pixels. */
export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

const MARGIN = 48
const FOOT = 30
/** Points, on each side at most. */
const PICTURE = 180
const FOOT_STYLE = { size: 7.5, colour: '#64748b' }
const FONTS = new URL('../../../assets/fonts/', import.meta.url)

/** Read once, as they are needed. */
const files = new Map<string, Buffer>()
function fontFile(face: Face, weight: Weight): Buffer {
  const name = face === 'emoji' ? 'noto-emoji-400.woff' : `noto-sans-${face}-${weight === 'bold' ? 700 : 400}.woff`
  const known = files.get(name)
  if (known) return known
  const bytes = readFileSync(new URL(name, FONTS))
  files.set(name, bytes)
  return bytes
}

/** Sheets of A4 that are written from top to bottom and given away as they are written. */
export function createPaper({ title, foot }: { title: string; foot(page: number): string }) {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    info: { Title: title, Producer: 'Recado', Creator: 'Recado' },
    lang: 'pt',
    autoFirstPage: false,
  })
  const registered = new Set<string>()
  const now = { face: 'latin' as Face, weight: 'regular' as Weight, size: 10, colour: '#000000' }
  const use = (face: Face, { size, colour, weight = 'regular' }: Style) => {
    const name = `${face}-${weight}`
    if (!registered.has(name)) doc.registerFont(name, fontFile(face, weight))
    registered.add(name)
    doc.font(name).fontSize(size).fillColor(colour)
    Object.assign(now, { face, weight, size, colour })
  }
  const width = () => doc.page.width - 2 * MARGIN

  let pages = 0
  // it may be in the middle of a text that goes on afterwards
  doc.on('pageAdded', () => {
    pages += 1
    const { x, y } = doc
    const { face, ...style } = now
    const text = foot(pages)
    use('latin', FOOT_STYLE)
    const left = doc.page.width - MARGIN - doc.widthOfString(text)
    // without a width it is no paragraph, and begins no other page below the margin
    doc.text(text, left, doc.page.height - MARGIN, { lineBreak: false, width: 0 })
    use(face, style)
    Object.assign(doc, { x, y })
  })
  doc.addPage()

  return {
    doc,
    write(text: string, style: Style, indent = 0): void {
      if (text === '') return
      doc.x = MARGIN + indent
      const runs = runsOf(text)
      runs.forEach((run, at) => {
        use(run.face, style)
        doc.text(run.text, { lineGap: 1.5, width: width() - indent, continued: at < runs.length - 1 })
      })
      doc.x = MARGIN
    },
    gap(points: number): void {
      doc.y += points
    },
    /** Goes on with a new sheet unless so much room is left. */
    need(points: number): void {
      if (doc.y + points > doc.page.height - doc.page.margins.bottom) doc.addPage()
    },
    rule(): void {
      const y = doc.y + 3
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width(), y)
        .lineWidth(0.5)
        .strokeColor('#cbd5e1')
        .stroke()
      doc.y = y + 6
    },
    /** A bar beside what was written from `top` on, as far as it is on this sheet. */
    bar(from: { page: number; y: number }, colour: string): void {
      const top = from.page === pages ? from.y : MARGIN
      if (doc.y - 2 > top)
        doc
          .rect(MARGIN, top, 2, doc.y - 2 - top)
          .fillColor(colour)
          .fill()
    },
    place: () => ({ page: pages, y: doc.y }),
    picture({ bytes, width: w, height: h }: Picture, indent: number): void {
      const scale = Math.min(1, PICTURE / w, PICTURE / h)
      this.need(h * scale + 8)
      doc.image(bytes, MARGIN + indent, doc.y + 2, { width: w * scale, height: h * scale })
      doc.y += h * scale + 6
      doc.x = MARGIN
    },
    end: () => doc.end(),
  }
}

export type Paper = ReturnType<typeof createPaper>
