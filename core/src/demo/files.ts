import { Readable } from 'node:stream'
import sharp from 'sharp'

export interface DemoFile {
  kind: 'image' | 'document' | 'audio'
  fileName: string
  mimeType: string
  bytes: Buffer
}

const PICTURES = [
  { fileName: 'banco-de-jatoba.png', wall: '#e9dfd0', floor: '#b98b5e', object: '#6e3f22', shape: 'bench' },
  { fileName: 'poltrona-caju.png', wall: '#d7e3dd', floor: '#c9b193', object: '#c4572f', shape: 'chair' },
  { fileName: 'pendente-ceramica.png', wall: '#f1ece4', floor: '#9aa79b', object: '#31584f', shape: 'lamp' },
  { fileName: 'detalhe-do-risco.png', wall: '#cfd6dc', floor: '#a8815a', object: '#7b5230', shape: 'bench' },
] as const

const SHAPES: Record<(typeof PICTURES)[number]['shape'], string> = {
  bench: '<path d="M180 360h440v34H180z M210 394h30v96h-30z M560 394h30v96h-30z"/>',
  chair: '<path d="M270 210q130-50 260 0v180H270z M240 330h320v90H240z M260 420h26v74h-26z M514 420h26v74h-26z"/>',
  lamp: '<path d="M397 0h6v190h-6z M300 290q0-110 100-110t100 110z"/><circle cx="400" cy="296" r="22" fill="#f7d98b"/>',
}

const picture = ({ fileName, wall, floor, object, shape }: (typeof PICTURES)[number]): Promise<DemoFile> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
      <rect width="800" height="600" fill="${wall}"/><rect y="470" width="800" height="130" fill="${floor}"/>
      <ellipse cx="400" cy="500" rx="260" ry="22" fill="#0003"/><g fill="${object}">${SHAPES[shape]}</g></svg>`),
  )
    .png({ palette: true })
    .toBuffer()
    .then((bytes) => ({ kind: 'image', fileName, mimeType: 'image/png', bytes }))

/** One page with a few lines of text. */
function pdf(fileName: string, lines: string[]): DemoFile {
  const text = lines.map((line, row) => `BT /F1 ${row === 0 ? 20 : 12} Tf 60 ${760 - row * 26} Td (${line}) Tj ET`)
  const stream = text.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n `
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('\n')}`
  body += `${table}\ntrailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return { kind: 'document', fileName, mimeType: 'application/pdf', bytes: Buffer.from(body, 'latin1') }
}

const RATE = 8000
const MELODY = [392, 440, 494, 587, 494, 440, 392]

/** A short tune, 16 bit mono. */
function wav(fileName: string): DemoFile {
  const perNote = RATE / 3
  const samples = Buffer.alloc(Math.floor(perNote) * MELODY.length * 2)
  for (let at = 0; at < samples.length / 2; at++) {
    const note = MELODY[Math.floor(at / perNote)] ?? 0
    const fade = 1 - (at % perNote) / perNote
    samples.writeInt16LE(Math.round(Math.sin((2 * Math.PI * note * at) / RATE) * 9000 * fade), at * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return { kind: 'audio', fileName, mimeType: 'audio/wav', bytes: Buffer.concat([head, samples]) }
}

export async function makeFiles(): Promise<DemoFile[]> {
  return [
    ...(await Promise.all(PICTURES.map(picture))),
    pdf('orcamento.pdf', ['Casa Ipe', 'Orcamento', '14 cadeiras de palhinha', 'Entrega em dez dias uteis']),
    pdf('nota-fiscal.pdf', ['Casa Ipe', 'Nota fiscal (demonstracao)', 'Sem valor fiscal']),
    wav('audio.wav'),
  ]
}

export const streamOf = (file: DemoFile): Readable => Readable.from([file.bytes])
