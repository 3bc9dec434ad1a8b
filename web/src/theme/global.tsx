import GlobalStyles from '@mui/joy/GlobalStyles'
import { avatarStyles } from './avatars.ts'
import { markStyles } from './marks.ts'
import { pickStyles } from './picks.ts'
import { toolStyles } from './tools.ts'

/** Rules that belong to no component: density, figures, motion, scroll bars. */
export const Globals = () => (
  <GlobalStyles
    styles={(theme) => ({
      ':root': { '--row-height': '44px', '--cell-y': '8px', '--rail': '56px' },
      ":root[data-density='compact']": { '--row-height': '34px', '--cell-y': '4px' },
      '@media (pointer: coarse)': { ":root, :root[data-density='compact']": { '--row-height': '48px' } },
      'html, body, #root': { height: '100%' },
      // what is hidden for the eye may stand outside of what scrolls, and would make a phone's page wider
      '#root': { position: 'relative', overflow: 'clip' },
      body: { overflow: 'hidden', fontFeatureSettings: "'cv05', 'ss03'", textRendering: 'optimizeLegibility' },
      '.tabular, table, time': { fontVariantNumeric: 'tabular-nums' },
      ...avatarStyles,
      ...toolStyles(theme),
      ...pickStyles(theme),
      ...markStyles(theme),
      '::selection': { backgroundColor: theme.vars.palette.primary.softHoverBg },
      '*': { scrollbarWidth: 'thin', scrollbarColor: `${theme.vars.palette.background.level3} transparent` },
      '.visually-hidden': {
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // not a short one: that would make every change of size wait for a frame, and scrolling would miss its aim
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    })}
  />
)
