/**
 * The only place with colours. Neutrals are a slightly warm grey; each hue has the steps that Joy's variants use.
 * `contrast.test.ts` holds every pair that carries text to WCAG AA.
 */
type Step = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900
export type Scale = Record<Step, string>

export const neutral: Scale = {
  50: '#faf9f7',
  100: '#f3f1ed',
  200: '#e7e3dd',
  300: '#d5d0c8',
  400: '#a7a198',
  500: '#6f6a62',
  600: '#57534c',
  700: '#3f3c37',
  800: '#2a2825',
  900: '#1a1917',
}

export const teal: Scale = {
  50: '#ebf6f4',
  100: '#d2ebe7',
  200: '#a9d8d1',
  300: '#6fbfb4',
  400: '#37a093',
  500: '#0f766c',
  600: '#0b6259',
  700: '#0a4f48',
  800: '#0a3d38',
  900: '#072a27',
}

export const red: Scale = {
  50: '#fdf1ef',
  100: '#fbdfda',
  200: '#f5bdb4',
  300: '#ec9385',
  400: '#dd6554',
  500: '#bf3a2b',
  600: '#a02d20',
  700: '#7f231a',
  800: '#5c1c15',
  900: '#3b130f',
}

export const green: Scale = {
  50: '#eef7ee',
  100: '#d9edda',
  200: '#b4dab6',
  300: '#82c087',
  400: '#4da154',
  500: '#2b7a35',
  600: '#22642b',
  700: '#1b4f23',
  800: '#163c1c',
  900: '#0f2913',
}

export const amber: Scale = {
  50: '#fdf6e7',
  100: '#f9e8c3',
  200: '#f1d08a',
  300: '#e4b04a',
  400: '#c98d1c',
  500: '#92600a',
  600: '#784e08',
  700: '#5f3e09',
  800: '#472f0a',
  900: '#30200a',
}

export const surfaces = {
  light: {
    body: '#f7f5f2',
    surface: '#ffffff',
    popup: '#ffffff',
    level1: '#f3f1ed',
    level2: '#ece8e2',
    level3: '#e2ddd5',
    /** Notes must never look like messages. */
    note: '#fdf3d3',
    noteText: '#5a4208',
    ours: '#dceeea',
    tooltip: '#2a2825',
    backdrop: 'rgba(26, 25, 23, 0.42)',
    divider: 'rgba(63, 60, 55, 0.14)',
  },
  dark: {
    body: '#161513',
    surface: '#1e1d1a',
    popup: '#272522',
    level1: '#262421',
    level2: '#2e2c28',
    level3: '#393630',
    note: '#3a2f12',
    noteText: '#f1dca0',
    ours: '#12403b',
    tooltip: '#3f3c37',
    backdrop: 'rgba(0, 0, 0, 0.6)',
    divider: 'rgba(231, 227, 221, 0.13)',
  },
} as const

/** Tints of people without a picture and of new queues and tags; all carry white text at AA. */
export const tints = [
  '#0f766c',
  '#7a5195',
  '#a5432f',
  '#2f6594',
  '#6b6420',
  '#984467',
  '#3c6e42',
  '#5d5aa5',
  '#8a5a1e',
  '#54616b',
] as const
