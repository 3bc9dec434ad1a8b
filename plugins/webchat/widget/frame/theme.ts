import type { PublicConfig } from '../../src/wire.ts'
import { legible, readableOn } from './colours.ts'

const SURFACE = { light: '#ffffff', dark: '#1c1b19' } as const

/** Contrast of a bubble or button with what it lies on. */
const STANDS_OUT = 1.35

/** Light or dark, and the channel's colour made legible on both. Set through the style object: no inline style. */
export function applyTheme(config: PublicConfig): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement

  function apply(): void {
    const theme = config.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : config.theme
    root.dataset.theme = theme
    const accent = legible(config.accent, SURFACE[theme], STANDS_OUT)
    root.style.setProperty('--accent', accent)
    root.style.setProperty('--on-accent', readableOn(accent))
    root.style.setProperty('--accent-text', legible(config.accent, SURFACE[theme]))
  }

  dark.addEventListener('change', apply)
  apply()
}
