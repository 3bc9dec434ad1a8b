import Box from '@mui/joy/Box'
import { useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { Lightbox } from './lightbox.tsx'

/** Pixels. */
const WIDEST = 280
const NARROWEST = 96
const STICKER = 140

interface PictureProps {
  url: string
  thumbUrl: string | null
  /** Pixels of the whole picture, where known. */
  size: { width: number | null; height: number | null }
  isSticker?: boolean
  name: string
  onError(): void
}

/** Keeps its place while it loads, so that nothing jumps; a click shows it as large as the window. */
export function Picture({ url, thumbUrl, size, isSticker = false, name, onError }: PictureProps) {
  const t = useT('chatUi')
  const [isOpen, setOpen] = useState(false)
  const ratio = size.width && size.height ? Math.min(2.4, Math.max(0.6, size.width / size.height)) : 4 / 3
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-label={t('enlarge', { name })}
        onClick={() => setOpen(true)}
        sx={buttonStyles}
      >
        <Box
          component="img"
          src={thumbUrl ?? url}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={onError}
          sx={{
            display: 'block',
            width: isSticker ? STICKER : Math.min(WIDEST, Math.max(NARROWEST, size.width ?? WIDEST)),
            maxWidth: '100%',
            aspectRatio: String(ratio),
            objectFit: isSticker ? 'contain' : 'cover',
            ...(isSticker ? {} : { bgcolor: 'background.level2' }),
          }}
        />
      </Box>
      {isOpen && <Lightbox url={url} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

const buttonStyles = {
  p: 0,
  border: 0,
  background: 'none',
  cursor: 'zoom-in',
  display: 'block',
  maxWidth: '100%',
  borderRadius: 6,
  overflow: 'hidden',
}
