import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadUrl } from '../../../chat-ui/file-card.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import type { Preview } from './preview.ts'

interface DocumentPreviewProps {
  url: string
  name: string
  preview: Preview
  onClose(): void
}

/** A document as large as the window allows: PDF by the browser's own viewer, text as text. */
export function DocumentPreview({ url, name, preview, onClose }: DocumentPreviewProps) {
  const t = useT('chatUi')
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 'min(1000px, calc(100vw - 24px))', height: 'calc(100dvh - 24px)', p: 3 }}>
        <DialogTitle component="h2" sx={{ pr: 8, overflowWrap: 'anywhere' }}>
          {name}
        </DialogTitle>
        <ModalClose aria-label={ui('close')} />
        {preview === 'pdf' ? (
          <Box
            component="iframe"
            src={url}
            title={name}
            sx={{ flex: 1, border: 0, borderRadius: 6, bgcolor: '#fff' }}
          />
        ) : (
          <TextFile url={url} />
        )}
        <Button
          component="a"
          href={downloadUrl(url)}
          download={name}
          variant="outlined"
          color="neutral"
          startDecorator={<Download size={16} aria-hidden />}
          sx={{ alignSelf: 'flex-end' }}
        >
          {t('download')}
        </Button>
      </ModalDialog>
    </Modal>
  )
}

function TextFile({ url }: { url: string }) {
  const query = useQuery({
    queryKey: ['text-file', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      return answer.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <ListSkeleton avatar={false} />
  return (
    <Box component="pre" tabIndex={0} dir="auto" sx={textStyles}>
      {query.data}
    </Box>
  )
}

const textStyles = {
  flex: 1,
  m: 0,
  p: 3,
  minHeight: 0,
  overflow: 'auto',
  borderRadius: 6,
  bgcolor: 'background.level1',
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}
