import Box from '@mui/joy/Box'
import { piecesOf } from './marks.ts'

/** A text with what was searched for marked in it. */
export function MarkedText({ text, wanted }: { text: string; wanted: string }) {
  return (
    <bdi>
      {piecesOf(text, wanted).map(({ text: piece, isHit, at }) =>
        isHit ? (
          <Box
            key={at}
            component="mark"
            sx={{ bgcolor: 'warning.softBg', color: 'warning.softColor', borderRadius: 3 }}
          >
            {piece}
          </Box>
        ) : (
          piece
        ),
      )}
    </bdi>
  )
}
