import GlobalStyles from '@mui/joy/GlobalStyles'
import { memo } from 'react'

/** Styles of all messages at once: many are drawn when a ticket is opened, and a message must not make its own. */
export const HistoryStyles = memo(() => (
  <GlobalStyles
    styles={(theme) => ({
      // what changes beside it is no reason to lay it out again, and a message none for its neighbours
      '.history': { position: 'relative', flex: 1, minHeight: 0, contain: 'strict' },
      '.history-scroller': {
        height: '100%',
        overflowX: 'hidden',
        overflowY: 'auto',
        overscrollBehavior: 'contain',
        overflowAnchor: 'none',
        outlineOffset: -2,
      },
      '.history-ground': {
        position: 'relative',
        minHeight: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'flex-end',
      },
      '.history-rows': { position: 'relative', flexShrink: 0 },
      '.scrolling > .history-ground': { pointerEvents: 'none' },
      '.history-run': { position: 'absolute', top: 0, left: 0, width: '100%' },
      '.history-row': { contain: 'layout style' },
      '.history-row-apart': { position: 'absolute', top: 0, left: 0, width: '100%' },
      '.message': { padding: '3px 12px 0', outline: 'none', transition: 'background-color 150ms' },
      '.message-first': { paddingTop: 10 },
      '.message-last': { paddingBottom: 2 },
      '.message-marked': { backgroundColor: theme.vars.palette.primary.softBg },
      '.message:focus-visible > div > .bubble': {
        outline: `2px solid ${theme.vars.palette.focusVisible}`,
        outlineOffset: 1,
      },
      '.message-line': { display: 'flex', gap: 6 },
      '.message-ours > .message-line': { flexDirection: 'row-reverse' },
      '.message .bubble': {
        minWidth: 0,
        maxWidth: '88%',
        padding: '8px 12px',
        borderRadius: 10,
        borderBottomLeftRadius: 3,
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.background.surface,
        boxShadow: `0 0 0 1px ${theme.vars.palette.divider}`,
      },
      '.message-ours .bubble': {
        borderBottomLeftRadius: 10,
        borderBottomRightRadius: 3,
        backgroundColor: theme.vars.palette.background.ours,
        boxShadow: 'none',
      },
      '.message-about': {
        display: 'flex',
        alignItems: 'center',
        gap: 4,
        marginBottom: 2,
        fontSize: theme.vars.fontSize.xs,
        lineHeight: '20px',
        color: theme.vars.palette.text.secondary,
      },
      '.message-author': { fontWeight: 600 },
      '.delivery': {
        display: 'flex',
        justifyContent: 'flex-end',
        alignItems: 'center',
        gap: 4,
        marginTop: 2,
        marginBottom: -2,
        fontSize: theme.vars.fontSize.xs,
        lineHeight: '16px',
        color: theme.vars.palette.text.secondary,
        whiteSpace: 'nowrap',
      },
      '.delivery-mark': { display: 'inline-grid' },
      '.delivery-read, .delivery-played': { color: theme.vars.palette.primary.plainColor },
      '.delivery-failed': { color: theme.vars.palette.danger.plainColor },
      '.delivery-unknown': { color: theme.vars.palette.warning.plainColor },
      [theme.breakpoints.up('sm')]: { '.message': { paddingInline: 20 } },
      [theme.breakpoints.up('md')]: { '.message .bubble': { maxWidth: '72%' } },
    })}
  />
))
