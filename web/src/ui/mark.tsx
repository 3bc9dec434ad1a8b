/** The product's sign: a note with a folded corner and two lines of a message, in the accent's colours. */
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg
    aria-hidden
    viewBox="0 0 32 32"
    width={size}
    height={size}
    style={{
      flexShrink: 0,
      display: 'block',
      fill: 'var(--joy-palette-primary-solidBg)',
      stroke: 'var(--joy-palette-primary-solidBg)',
    }}
  >
    <rect width="32" height="32" rx="8" stroke="none" />
    <path
      d="M11 8h8.5L24 12.5V21a2 2 0 0 1-2 2h-7.5l-4 3.3a.9.9 0 0 1-1.5-.7V10a2 2 0 0 1 2-2Z"
      fill="var(--joy-palette-primary-solidColor)"
      stroke="none"
    />
    <path d="M13 14.5h5M13 18.5h7" strokeWidth="2" strokeLinecap="round" fill="none" />
  </svg>
)
