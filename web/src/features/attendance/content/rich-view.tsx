import Box from '@mui/joy/Box'
import { Fragment, memo, type ReactNode } from 'react'
import { FoldedText, TextLink } from '../../../chat-ui/folded-text.tsx'
import { type Piece, richText } from './rich-text.ts'

/** A text as people wrote it: line breaks kept, addresses as links, marks drawn. */
export const RichView = memo(({ text }: { text: string }) => (
  <FoldedText text={text} draw={(shown) => drawn(richText(shown))} />
))

const drawn = (pieces: Piece[]): ReactNode =>
  pieces.map((piece, index) => {
    // Pieces have no identity of their own; a changed text draws them anew.
    const key = `${index}-${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{piece.text}</Fragment>
      case 'link':
        return (
          <TextLink key={key} href={piece.href}>
            {piece.text}
          </TextLink>
        )
      case 'code':
        return (
          <Box
            key={key}
            component="code"
            sx={{ px: 1, borderRadius: 4, bgcolor: 'background.level2', fontSize: '0.92em' }}
          >
            {piece.text}
          </Box>
        )
      case 'bold':
        return <strong key={key}>{drawn(piece.pieces)}</strong>
      case 'italic':
        return <em key={key}>{drawn(piece.pieces)}</em>
      default:
        return <s key={key}>{drawn(piece.pieces)}</s>
    }
  })
