import Box from '@mui/joy/Box'
import Sheet from '@mui/joy/Sheet'
import type { QuickMessage } from '@recado/core/modules/quick-messages/contract'
import { Folder, Paperclip } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { optionId, type Quick, useFilled } from './use-quick.ts'

/** Above the field: quick messages that fit, and the chosen one as the customer would read it. */
export function QuickMenu({ quick, ticketId }: { quick: Quick; ticketId: number }) {
  const t = useT('attendance')
  const { rows, index, isLoading, error } = quick
  const active = rows[index]
  useEffect(() => {
    document.getElementById(optionId(quick, index))?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <Sheet variant="outlined" sx={panelStyles}>
      <Box sx={{ display: 'flex', minHeight: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
        <Box sx={{ flex: '1 1 50%', minWidth: 0, minHeight: 0, overflowY: 'auto', p: 1 }}>
          {error && <ErrorState error={error} onRetry={quick.retry} />}
          {!error && isLoading && <ListSkeleton rows={3} avatar={false} />}
          {!error && !isLoading && rows.length === 0 && (
            <Box role="status" sx={{ p: 2, fontSize: 'sm', color: 'text.secondary' }}>
              {t('quick.none')}{' '}
              <Link to="/mensagens-rapidas?id=new" style={{ color: 'inherit' }}>
                {t('quick.create')}
              </Link>
            </Box>
          )}
          <Box id={quick.id} role="listbox" aria-label={t('quick.label')}>
            {rows.map((row, at) => (
              <Row
                key={row.id}
                row={row}
                id={optionId(quick, at)}
                folder={quick.isGrouped && row.folder !== (rows[at - 1]?.folder ?? '') ? row.folder : null}
                isActive={at === index}
                onEnter={() => quick.activate(at)}
                onChoose={() => quick.choose(row)}
              />
            ))}
          </Box>
        </Box>
        {active && <Preview key={active.id} row={active} ticketId={ticketId} />}
      </Box>
      <Box sx={keysStyles} aria-hidden>
        <Kbd keys="arrowup" plain />
        <Kbd keys="arrowdown" plain /> {t('quick.move')}
        <Kbd keys="enter" plain /> {t('quick.use')}
        <Kbd keys="escape" plain /> {t('quick.close')}
      </Box>
    </Sheet>
  )
}

interface RowProps {
  row: QuickMessage
  id: string
  /** Begins a folder. */
  folder: string | null
  isActive: boolean
  onEnter(): void
  onChoose(): void
}

function Row({ row, id, folder, isActive, onEnter, onChoose }: RowProps) {
  return (
    <>
      {folder && (
        <Box role="presentation" sx={folderStyles}>
          <Folder size={12} style={{ flexShrink: 0 }} aria-hidden />
          {folder}
        </Box>
      )}
      <Box
        id={id}
        role="option"
        aria-selected={isActive}
        // the field keeps the focus
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={isActive ? undefined : onEnter}
        onClick={onChoose}
        sx={{ ...rowStyles, ...(isActive ? { bgcolor: 'primary.softBg', color: 'primary.softColor' } : {}) }}
      >
        <Box component="span" sx={{ fontWeight: 600, flexShrink: 0, maxWidth: '60%', overflow: 'hidden' }}>
          /{row.key}
        </Box>
        <Box component="span" dir="auto" sx={excerptStyles}>
          {row.message}
        </Box>
        {row.medias.length > 0 && <Paperclip size={13} aria-hidden style={{ flexShrink: 0 }} />}
      </Box>
    </>
  )
}

function Preview({ row, ticketId }: { row: QuickMessage; ticketId: number }) {
  const t = useT('attendance')
  const filled = useFilled(ticketId, row.message)
  return (
    <Box role="group" aria-label={t('quick.preview')} aria-live="polite" sx={previewStyles}>
      <Box
        dir="auto"
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', opacity: filled === undefined ? 0.6 : 1 }}
      >
        {filled ?? row.message}
      </Box>
      {row.medias.map((file) => (
        <Box key={file.id} sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 1, color: 'text.secondary' }}>
          <Paperclip size={13} aria-hidden />
          {file.fileName}
        </Box>
      ))}
    </Box>
  )
}

const panelStyles = {
  position: 'absolute',
  bottom: 'calc(100% + 4px)',
  left: 0,
  right: 0,
  zIndex: 5,
  maxHeight: 'min(320px, 50dvh)',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  borderRadius: 8,
  boxShadow: 'md',
}
const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: { xs: 44, sm: 34 },
  px: 2,
  borderRadius: 6,
  fontSize: 'sm',
  cursor: 'pointer',
}
const folderStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  pt: 1.5,
  pb: 0.5,
  fontSize: 'xs',
  color: 'text.secondary',
}
const excerptStyles = {
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  opacity: 0.85,
}
const previewStyles = {
  flex: '1 1 50%',
  minWidth: 0,
  maxHeight: { xs: 120, sm: 'none' },
  overflowY: 'auto',
  p: 3,
  fontSize: 'sm',
  borderLeft: { sm: '1px solid' },
  borderTop: { xs: '1px solid', sm: 'none' },
  borderColor: { xs: 'divider', sm: 'divider' },
  bgcolor: 'background.level1',
}
const keysStyles = {
  display: { xs: 'none', sm: 'flex' },
  alignItems: 'center',
  gap: 1.5,
  px: 3,
  py: 1,
  borderTop: '1px solid',
  borderColor: 'divider',
  fontSize: 'xs',
  color: 'text.secondary',
}
