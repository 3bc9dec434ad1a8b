type Rgb = readonly [number, number, number]

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** WCAG 2 relative luminance. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(left: string, right: string): number {
  const [a, b] = [luminance(parse(left)), luminance(parse(right))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  [0, 1, 2].map((index) => (from[index] ?? 0) + ((to[index] ?? 0) - (from[index] ?? 0)) * share) as unknown as Rgb

/** White or near-black, whichever reads better on the colour. */
export const readableOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= contrast(colour, '#161513') ? '#ffffff' : '#161513'

/** The colour moved towards the ink until it reads on the background (4.5 for text). */
export function legible(colour: string, background: string, wanted = 4.5): string {
  const ink = parse(readableOn(background))
  for (let share = 0; share < 1; share += 0.05) {
    const tried = write(mix(parse(colour), ink, share))
    if (contrast(tried, background) >= wanted) return tried
  }
  return write(ink)
}
