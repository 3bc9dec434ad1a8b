import Box from '@mui/joy/Box'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import { Blocks } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { TypeIcon } from './type-icon.tsx'

interface TypePickerProps {
  types: ChannelType[] | undefined
  error: unknown
  onRetry(): void
  onPick(type: ChannelType): void
  onClose(): void
}

/** First step of a new channel: which kind. */
export function TypePicker({ types, error, onRetry, onPick, onClose }: TypePickerProps) {
  const t = useT('channels')
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 560, maxWidth: 'calc(100vw - 16px)' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('pickTitle')}</DialogTitle>
        <DialogContent>
          {!types && (error ? <ErrorState error={error} onRetry={onRetry} /> : <ListSkeleton rows={3} />)}
          {types?.length === 0 && <EmptyState icon={Blocks} title={t('noTypes')} text={t('noTypesText')} />}
          <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, pt: 2, listStyle: 'none' }}>
            {types?.map((type, index) => (
              <li key={type.type}>
                <Box
                  component="button"
                  type="button"
                  autoFocus={index === 0}
                  onClick={() => onPick(type)}
                  sx={rowStyles}
                >
                  <TypeIcon type={type.type} icon={type.icon} />
                  <Box sx={{ minWidth: 0 }}>
                    <Typography level="title-sm">{type.name}</Typography>
                    {type.description && <Typography level="body-xs">{type.description}</Typography>}
                  </Box>
                </Box>
              </li>
            ))}
          </Stack>
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  width: '100%',
  p: 3,
  textAlign: 'left',
  font: 'inherit',
  color: 'inherit',
  cursor: 'pointer',
  background: 'none',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 8,
  '&:hover': { bgcolor: 'neutral.plainHoverBg' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'focusVisible' },
}
