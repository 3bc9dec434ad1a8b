import { listRows } from '../../../chat-ui/list-rows.ts'

/** Styles of all rows at once: a row is drawn many times a second while scrolling and must not make its own. */
export const rowStyles = {
  ...listRows,
  '& .row-check': {
    position: 'absolute',
    left: 22,
    top: 0,
    bottom: 0,
    width: 20,
    height: 20,
    margin: 'auto 0',
    opacity: 0,
    cursor: 'pointer',
    accentColor: 'var(--joy-palette-primary-solidBg)',
  },
  '& .row:hover .row-check, & .row-check:focus-visible, & .row-check.row-checking': { opacity: 1 },
  // the box takes the place of the picture
  '& .row-link:has(~ .row-check.row-checking) > :first-child, & .row:hover .row-link:has(~ .row-check) > :first-child':
    {
      opacity: 0.15,
    },
  '& .row-line svg': { verticalAlign: '-1px' },
  '& .row-marks': {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    lineHeight: '18px',
    whiteSpace: 'nowrap',
    color: 'text.tertiary',
    '& > span': { minWidth: 24, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > .row-agent': { flexShrink: 0, maxWidth: 110 },
    '& > .row-until': { display: 'inline-flex', alignItems: 'center', gap: '3px', flexShrink: 0 },
    '& > svg, & > .row-dot': { flexShrink: 0, minWidth: 0 },
  },
  '& [aria-current="true"] .row-marks': { color: 'text.secondary' },
  '& .row-dot': { width: 7, height: 7, borderRadius: '50%' },
  '& .row-marks > .row-tags': { display: 'inline-flex', gap: '2px', marginLeft: 'auto', flexShrink: 0, minWidth: 0 },
  '& .row-tag': { width: 14, height: 5, borderRadius: 3 },
  '& .row-wait': { flexShrink: 0, borderRadius: 4, fontWeight: 400 },
  '& .row-wait-waiting': { fontWeight: 600 },
  '& .row-wait-warm': { color: 'warning.plainColor' },
  '& .row-wait-hot': { color: 'warning.softColor', bgcolor: 'warning.softBg', px: 1 },
  '& .row-wait-late': { color: 'danger.softColor', bgcolor: 'danger.softBg', px: 1 },
  '& .row-action': { position: 'absolute', right: 10, bottom: 4, minHeight: 24, py: 0, opacity: 0 },
  '& .row:hover .row-action, & .row:focus-within .row-action': { opacity: 1 },
  '@media (pointer: coarse)': {
    '& .row-action': { display: 'none' },
    '& .row-check:not(.row-checking)': { display: 'none' },
  },
} as const
