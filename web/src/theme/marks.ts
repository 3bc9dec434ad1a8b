import type { Theme } from '@mui/joy/styles'

/** Styles of small things of which a screen draws many: signs, dots of colours, days, what is on its way. */
export const markStyles = ({ vars: { palette, fontSize } }: Theme) => ({
  '.small-mark': { display: 'inline-grid', flexShrink: 0, color: palette.text.tertiary },
  '.colour-dot': {
    display: 'block',
    flexShrink: 0,
    borderRadius: '50%',
    backgroundColor: palette.neutral[400],
    boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 12%)',
  },
  '.day-rule': { display: 'flex', justifyContent: 'center', padding: '16px 0 4px' },
  '.day-rule > time': {
    padding: '2px 12px',
    borderRadius: 10,
    fontSize: fontSize.xs,
    color: palette.text.secondary,
    backgroundColor: palette.background.level2,
  },
  '@keyframes coming': { '50%': { opacity: 0.45 } },
  '.coming': {
    borderRadius: 6,
    backgroundColor: palette.background.level2,
    animation: 'coming 1.6s ease-in-out infinite',
  },
  '.coming-list': { minHeight: 0, maxHeight: '100%', overflow: 'hidden' },
  '.coming-row': { display: 'flex', alignItems: 'center', gap: 12, height: 64, padding: '0 12px' },
  '.coming-face': { flexShrink: 0, width: 36, height: 36, borderRadius: '50%' },
  '.coming-lines': { flex: 1, display: 'grid', gap: 8 },
  '.coming-line': { height: 12 },
})
