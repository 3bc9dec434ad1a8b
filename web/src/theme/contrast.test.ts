import { describe, expect, it } from 'vitest'
import { contrast, textOn } from './contrast.ts'
import { amber, green, neutral, red, surfaces, teal, tints } from './palette.ts'
import { buildTheme } from './theme.ts'

const hues = { teal, red, green, amber, neutral }

describe('palette', () => {
  it.each(Object.entries(hues))('%s: variants read at AA in both themes', (name, hue) => {
    const white = name === 'neutral' ? hue[600] : hue[500]
    expect(contrast(white, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[700], hue[100])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[600], surfaces.light.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[600], surfaces.light.body)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[200], surfaces.dark.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[200], surfaces.dark.body)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hue[100], hue[800])).toBeGreaterThanOrEqual(4.5)
  })

  it('texts read at AA on every surface', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { text } = buildTheme().colorSchemes[scheme].palette
      const { body, surface, popup, level1 } = surfaces[scheme]
      for (const ground of [body, surface, popup, level1]) {
        for (const ink of [text.primary, text.secondary, text.tertiary]) {
          expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        }
      }
      expect(contrast(surfaces[scheme].noteText, surfaces[scheme].note)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text.primary, surfaces[scheme].ours)).toBeGreaterThanOrEqual(7)
    }
  })

  it('tints carry white text; any other colour gets the ink that reads', () => {
    for (const tint of tints) expect(contrast(tint, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(textOn('#ffee88')).toBe('#1a1917')
    expect(textOn('#0f766c')).toBe('#ffffff')
  })
})
