import type { Theme } from '@mui/joy/styles'

/** Styles of the head of a conversation. It says less the narrower it is. */
export const headStyles = ({ vars: { palette, fontSize }, breakpoints }: Theme) => ({
  '.conversation': {
    height: '100%',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: palette.background.body,
  },
  '.conversation-head': {
    containerType: 'inline-size',
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 60,
    padding: '6px 8px',
    borderBottom: `1px solid ${palette.divider}`,
    backgroundColor: palette.background.surface,
    [breakpoints.up('sm')]: { paddingInline: 16 },
  },
  '.conversation-who': { flex: '1 1 160px', minWidth: 0 },
  '.conversation-who > h1': {
    margin: 0,
    fontSize: fontSize.md,
    fontWeight: 650,
    lineHeight: 1.3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    outline: 'none',
  },
  '.conversation-facts': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 12,
    fontSize: fontSize.xs,
    color: palette.text.secondary,
    '& > .fact': { display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0, whiteSpace: 'nowrap' },
    '& > .protocol': { gap: 0 },
    '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& svg': { flexShrink: 0 },
    '& button': { minWidth: 24, minHeight: 24 },
  },
  '@container (max-width: 760px)': { '.conversation-facts > .protocol': { display: 'none' } },
  '@container (max-width: 520px)': {
    // one line, in which each says as much as fits
    '.conversation-facts': { flexWrap: 'nowrap', overflow: 'hidden' },
    '.side-toggle': { display: 'none' },
  },
  // the sign of the channel says enough
  '@container (max-width: 420px)': { '.conversation-facts .channel': { display: 'none' } },
  '@container (max-width: 400px)': { '.conversation-face': { display: 'none' } },
})
