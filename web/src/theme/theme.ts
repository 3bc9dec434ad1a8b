import { extendTheme } from '@mui/joy/styles'
import { components } from './components.ts'
import { amber, green, neutral, red, type Scale, surfaces, teal } from './palette.ts'

declare module '@mui/joy/styles' {
  interface PaletteBackgroundOverrides {
    note: true
    ours: true
  }
  interface PaletteTextOverrides {
    note: true
  }
}

const light = (scale: Scale) => ({
  ...scale,
  plainColor: scale[600],
  plainHoverBg: scale[50],
  plainActiveBg: scale[100],
  softColor: scale[700],
  softBg: scale[100],
  softHoverBg: scale[200],
  softActiveBg: scale[200],
  softActiveColor: scale[800],
  outlinedColor: scale[600],
  outlinedBorder: scale[300],
  outlinedHoverBg: scale[50],
  outlinedActiveBg: scale[100],
  solidColor: '#ffffff',
  solidBg: scale[500],
  solidHoverBg: scale[600],
  solidActiveBg: scale[700],
})

const dark = (scale: Scale) => ({
  ...scale,
  plainColor: scale[200],
  plainHoverBg: scale[800],
  plainActiveBg: scale[700],
  softColor: scale[100],
  softBg: scale[800],
  softHoverBg: scale[700],
  softActiveBg: scale[700],
  softActiveColor: scale[50],
  outlinedColor: scale[200],
  outlinedBorder: scale[700],
  outlinedHoverBg: scale[900],
  outlinedActiveBg: scale[800],
  solidColor: '#ffffff',
  solidBg: scale[500],
  solidHoverBg: scale[600],
  solidActiveBg: scale[700],
})

const neutralDark = {
  ...dark(neutral),
  plainHoverBg: 'rgba(231, 227, 221, 0.08)',
  plainActiveBg: 'rgba(231, 227, 221, 0.14)',
  outlinedHoverBg: 'rgba(231, 227, 221, 0.07)',
  outlinedActiveBg: 'rgba(231, 227, 221, 0.12)',
  outlinedBorder: '#4a4640',
  softBg: '#322f2b',
  softHoverBg: '#3c3933',
  softActiveBg: '#46423b',
  solidBg: neutral[600],
}

const neutralLight = {
  ...light(neutral),
  plainColor: neutral[700],
  outlinedColor: neutral[700],
  plainHoverBg: 'rgba(63, 60, 55, 0.07)',
  plainActiveBg: 'rgba(63, 60, 55, 0.12)',
  outlinedHoverBg: 'rgba(63, 60, 55, 0.05)',
  solidBg: neutral[600],
}

/** `primary` may be replaced by the operator's accent. */
export function buildTheme(accent: Scale = teal) {
  return extendTheme({
    fontFamily: {
      body: "'Inter Variable', system-ui, sans-serif",
      display: "'Inter Variable', system-ui, sans-serif",
    },
    // Nothing below 13 px.
    fontSize: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    fontWeight: { sm: 400, md: 500, lg: 600, xl: 650 },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
    spacing: (factor: number) => `${factor * 4}px`,
    shadow: {
      xs: 'none',
      sm: 'none',
      md: '0 4px 16px rgba(26, 25, 23, 0.10), 0 1px 3px rgba(26, 25, 23, 0.10)',
      lg: '0 12px 32px rgba(26, 25, 23, 0.16), 0 2px 6px rgba(26, 25, 23, 0.10)',
    },
    focus: { thickness: '2px' },
    typography: { 'body-xs': { fontWeight: 400 }, 'title-lg': { fontWeight: 650 } },
    colorSchemes: {
      light: {
        palette: {
          neutral: neutralLight,
          primary: light(accent),
          danger: light(red),
          success: light(green),
          warning: light(amber),
          background: {
            body: surfaces.light.body,
            surface: surfaces.light.surface,
            popup: surfaces.light.popup,
            level1: surfaces.light.level1,
            level2: surfaces.light.level2,
            level3: surfaces.light.level3,
            tooltip: surfaces.light.tooltip,
            backdrop: surfaces.light.backdrop,
            note: surfaces.light.note,
            ours: surfaces.light.ours,
          },
          text: {
            primary: neutral[900],
            secondary: neutral[600],
            tertiary: neutral[500],
            icon: neutral[500],
            note: surfaces.light.noteText,
          },
          divider: surfaces.light.divider,
          focusVisible: accent[500],
        },
      },
      dark: {
        palette: {
          neutral: neutralDark,
          primary: dark(accent),
          danger: dark(red),
          success: dark(green),
          warning: dark(amber),
          background: {
            body: surfaces.dark.body,
            surface: surfaces.dark.surface,
            popup: surfaces.dark.popup,
            level1: surfaces.dark.level1,
            level2: surfaces.dark.level2,
            level3: surfaces.dark.level3,
            tooltip: surfaces.dark.tooltip,
            backdrop: surfaces.dark.backdrop,
            note: surfaces.dark.note,
            ours: surfaces.dark.ours,
          },
          text: {
            primary: neutral[100],
            secondary: '#bcb6ac',
            tertiary: '#a09a90',
            icon: '#a7a198',
            note: surfaces.dark.noteText,
          },
          divider: surfaces.dark.divider,
          focusVisible: accent[300],
        },
      },
    },
    components,
  })
}
