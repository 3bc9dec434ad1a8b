/** Draws the PNG icons of the manifest from `public/icons/icon.svg`. Run after changing the sign. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../public/icons')
const svg = await readFile(join(folder, 'icon.svg'), 'utf8')

const draw = (source: string, size: number) =>
  sharp(Buffer.from(source), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

const sizes = {
  'favicon-16': 16,
  'favicon-32': 32,
  'favicon-96': 96,
  'icon-128': 128,
  'icon-192': 192,
  'icon-256': 256,
  'icon-384': 384,
  'icon-512': 512,
}
for (const [name, size] of Object.entries(sizes)) {
  await writeFile(join(folder, `${name}.png`), await draw(svg, size))
}

// A maskable icon fills its square; the sign stays within the safe circle.
const square = svg.replace('rx="8" ', '')
await writeFile(join(folder, 'maskable-512.png'), await draw(square, 512))
