import type { Components, Theme } from '@mui/joy/styles'

/** Fingers need 44 px, mice do not. */
const touch = { '@media (pointer: coarse)': { minHeight: 44 } }
/** Phones zoom into a field whose text is below 16 px, and stay there. */
const touchField = { '@media (pointer: coarse)': { minHeight: 44, fontSize: '1rem' } }
const touchSquare = { '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } }
const quick = 'background-color 120ms, border-color 120ms, color 120ms'

/** What every Joy component looks like here; no screen repeats these. */
export const components: Components<Theme> = {
  JoyButton: {
    defaultProps: { size: 'sm' },
    styleOverrides: {
      root: { borderRadius: 6, fontWeight: 550, transition: quick, whiteSpace: 'nowrap', ...touch },
    },
  },
  JoyIconButton: {
    defaultProps: { size: 'sm', variant: 'plain' },
    styleOverrides: { root: { borderRadius: 6, transition: quick, ...touchSquare } },
  },
  JoyMenuButton: {
    defaultProps: { size: 'sm' },
    styleOverrides: { root: { borderRadius: 6, fontWeight: 550, ...touch } },
  },
  JoyInput: {
    defaultProps: { size: 'md' },
    styleOverrides: {
      root: { borderRadius: 6, fontSize: '0.9375rem', boxShadow: 'none', '--Input-minHeight': '36px', ...touchField },
    },
  },
  JoyTextarea: {
    styleOverrides: { root: { borderRadius: 6, fontSize: '0.9375rem', boxShadow: 'none', ...touchField } },
  },
  JoySelect: {
    styleOverrides: {
      root: { borderRadius: 6, fontSize: '0.9375rem', boxShadow: 'none', '--Select-minHeight': '36px', ...touch },
      // a flex box would cut a long choice off instead of saying that there is more
      button: {
        display: 'block',
        alignSelf: 'center',
        textAlign: 'left',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      },
    },
  },
  JoyAutocomplete: {
    styleOverrides: {
      root: { borderRadius: 6, boxShadow: 'none', ...touchField },
      clearIndicator: touchSquare,
      popupIndicator: touchSquare,
    },
  },
  JoyFormLabel: {
    styleOverrides: { root: { fontWeight: 550, fontSize: '0.875rem', '--FormLabel-margin': '0 0 4px 0' } },
  },
  JoyFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        // Joy takes a shade of red that cannot be read on dark
        '.MuiFormControl-root.Mui-error &': { color: theme.vars.palette.danger.plainColor },
      }),
    },
  },
  JoyChip: { defaultProps: { size: 'sm', variant: 'soft' }, styleOverrides: { root: { borderRadius: 6 } } },
  JoyTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 100, arrow: false, variant: 'solid' },
    styleOverrides: { root: { fontSize: '0.8125rem', maxWidth: 320 } },
  },
  JoyDrawer: { styleOverrides: { backdrop: { backdropFilter: 'none' } } },
  JoyModal: { styleOverrides: { backdrop: { backdropFilter: 'none' } } },
  JoyModalDialog: { styleOverrides: { root: ({ theme }) => ({ borderRadius: 8, boxShadow: theme.vars.shadow.lg }) } },
  JoyMenu: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        boxShadow: theme.vars.shadow.md,
        padding: 4,
        '--ListItem-radius': '6px',
        '--List-padding': '4px',
        zIndex: theme.vars.zIndex.tooltip,
      }),
    },
  },
  JoyMenuItem: { styleOverrides: { root: touch } },
  JoyCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { boxShadow: 'none', borderRadius: 8 } } },
  JoySwitch: { styleOverrides: { root: { '@media (pointer: coarse)': { '--Switch-trackHeight': '24px' } } } },
  JoySkeleton: { defaultProps: { animation: 'wave' } },
}
