import Box from '@mui/joy/Box'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** One path for all dark squares; four squares of quiet around, as readers want it. */
export function pathOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`
  }
  return { size, path }
}

/** Always dark on light: in a dark theme too, since cameras expect it. */
export function QrCode({ text, label, size = 264 }: { text: string; label: string; size?: number }) {
  const code = useMemo(() => pathOf(text), [text])
  return (
    <Box
      sx={{
        width: size,
        maxWidth: '100%',
        borderRadius: 8,
        overflow: 'hidden',
        bgcolor: 'common.white',
        lineHeight: 0,
      }}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${code.size} ${code.size}`}
        width="100%"
        shapeRendering="crispEdges"
      >
        <path d={code.path} fill="black" />
      </svg>
    </Box>
  )
}
