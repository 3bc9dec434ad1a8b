import Box from '@mui/joy/Box'
import Modal from '@mui/joy/Modal'
import Sheet from '@mui/joy/Sheet'
import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { tip } from '../ui/tips.ts'
import { ToolButton } from '../ui/tool-button.tsx'
import { downloadUrl } from './file-card.tsx'

/** A picture as large as the window; a click or the button shows it in its own size. */
export function Lightbox({ url, name, onClose }: { url: string; name: string; onClose(): void }) {
  const t = useT('chatUi')
  const ui = useT('ui')
  const [isZoomed, setZoomed] = useState(false)
  return (
    <Modal open onClose={onClose}>
      <Sheet
        role="dialog"
        aria-modal
        aria-label={name}
        variant="plain"
        sx={{
          position: 'fixed',
          inset: 0,
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.body',
          outline: 'none',
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            p: 2,
            borderBottom: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box
            sx={{
              flex: 1,
              px: 2,
              fontSize: 'sm',
              fontWeight: 550,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {name}
          </Box>
          <ToolButton label={isZoomed ? t('fit') : t('zoom')} onClick={() => setZoomed(!isZoomed)}>
            {isZoomed ? <ZoomOut size={18} /> : <ZoomIn size={18} />}
          </ToolButton>
          <a
            href={downloadUrl(url)}
            download={name}
            aria-label={t('download')}
            className="tool"
            {...tip(t('download'))}
          >
            <Download size={18} />
          </a>
          <ToolButton autoFocus label={ui('close')} onClick={onClose}>
            <X size={18} />
          </ToolButton>
        </Box>
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            overflow: 'auto',
            display: 'grid',
            placeItems: isZoomed ? 'start' : 'center',
            p: 2,
          }}
        >
          <Box
            component="img"
            src={url}
            alt={name}
            onClick={() => setZoomed(!isZoomed)}
            sx={{
              cursor: isZoomed ? 'zoom-out' : 'zoom-in',
              ...(isZoomed ? {} : { maxWidth: '100%', maxHeight: 'calc(100dvh - 80px)', objectFit: 'contain' }),
            }}
          />
        </Box>
      </Sheet>
    </Modal>
  )
}
