import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Modal from '@mui/joy/Modal'
import Sheet from '@mui/joy/Sheet'
import type { Media } from '@recado/core/modules/media/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Pixels. */
const WIDEST = 280
const NARROWEST = 96

interface PictureProps {
  media: Media
  name: string
  onError(): void
}

/** Keeps its place while it loads, so that nothing jumps; a click shows it as large as the window. */
export function Picture({ media, name, onError }: PictureProps) {
  const t = useT('internalChat')
  const ui = useT('ui')
  const [isOpen, setOpen] = useState(false)
  const ratio = media.width && media.height ? Math.min(2.4, Math.max(0.6, media.width / media.height)) : 4 / 3
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-label={t('file.enlarge', { name })}
        onClick={() => setOpen(true)}
        sx={buttonStyles}
      >
        <Box
          component="img"
          src={media.thumbUrl ?? media.url ?? ''}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={onError}
          sx={{
            ...imageStyles,
            width: Math.min(WIDEST, Math.max(NARROWEST, media.width ?? WIDEST)),
            aspectRatio: String(ratio),
          }}
        />
      </Box>
      {isOpen && (
        <Modal open onClose={() => setOpen(false)} aria-label={name}>
          <Sheet variant="plain" sx={sheetStyles}>
            <IconButton
              autoFocus
              aria-label={ui('close')}
              onClick={() => setOpen(false)}
              sx={{ position: 'absolute', top: 8, right: 8 }}
            >
              <X size={18} />
            </IconButton>
            <Box
              component="img"
              src={media.url ?? ''}
              alt={name}
              sx={{ maxWidth: '100%', maxHeight: 'calc(100dvh - 96px)', objectFit: 'contain' }}
            />
          </Sheet>
        </Modal>
      )}
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
const imageStyles = { display: 'block', maxWidth: '100%', objectFit: 'cover', bgcolor: 'background.level2' }
const sheetStyles = {
  position: 'fixed',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  p: 4,
  bgcolor: 'background.body',
  outline: 'none',
}
