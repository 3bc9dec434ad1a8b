/** Styles of all pictures of people (`ui/avatar.tsx`) at once: lists draw many, again and again while one scrolls. */
export const avatarStyles = {
  '.avatar': { position: 'relative', flexShrink: 0, display: 'block' },
  '.avatar-face': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: '100%',
    borderRadius: '50%',
    objectFit: 'cover',
    lineHeight: 1,
    fontWeight: 600,
    userSelect: 'none',
    color: 'var(--joy-palette-common-white)',
  },
  '.avatar-presence': {
    position: 'absolute',
    right: -1,
    bottom: -1,
    borderRadius: '50%',
    border: '2px solid var(--joy-palette-background-surface)',
  },
  '.avatar-online': { backgroundColor: 'var(--joy-palette-success-400)' },
  '.avatar-idle': { backgroundColor: 'var(--joy-palette-warning-400)' },
  '.avatar-offline': { backgroundColor: 'var(--joy-palette-neutral-400)' },
} as const
