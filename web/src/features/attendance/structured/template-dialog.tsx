import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import type { Template } from '@recado/core/modules/templates/contract'
import { textOf } from '@recado/core/modules/templates/policy'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { TemplateForm } from './template-form.tsx'
import { useTemplates } from './use-templates.ts'

/** Chooses a template, then fills it in. */
export function TemplateDialog({ ticket, onClose }: { ticket: LiveTicket; onClose(): void }) {
  const [chosen, setChosen] = useState<Template | null>(null)
  return chosen ? (
    <TemplateForm ticket={ticket} template={chosen} onBack={() => setChosen(null)} onClose={onClose} />
  ) : (
    <Choice channelId={ticket.whatsappId} onChoose={setChosen} onClose={onClose} />
  )
}

function Choice(props: { channelId: number; onChoose(template: Template): void; onClose(): void }) {
  const { channelId, onChoose, onClose } = props
  const t = useT('attendance')
  const ui = useT('ui')
  const [search, setSearch] = useState('')
  const query = useTemplates(channelId)
  const wanted = search.trim().toLowerCase()
  const found = (query.data ?? []).filter(
    ({ name, components }) =>
      name.includes(wanted) || textOf(components, { variables: {} }).toLowerCase().includes(wanted),
  )
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: { xs: '100%', sm: 520 }, maxHeight: 'calc(100dvh - 32px)' }}>
        <DialogTitle component="h2">{t('template.title')}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <SearchField value={search} onChange={setSearch} label={t('template.search')} autoFocus />
        <DialogContent>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <ListSkeleton />
          ) : found.length === 0 ? (
            <EmptyState
              icon={LayoutTemplate}
              title={t(wanted ? 'template.notFound' : 'template.none')}
              {...(wanted ? {} : { text: t('template.noneText') })}
            />
          ) : (
            <Stack spacing={1.5} sx={{ py: 1 }}>
              {found.map((template) => (
                <Button
                  key={template.id}
                  variant="outlined"
                  color="neutral"
                  onClick={() => onChoose(template)}
                  sx={{ display: 'block', textAlign: 'start', fontWeight: 400, py: 2 }}
                >
                  <Box sx={{ fontWeight: 600 }}>
                    {template.name}
                    <Box component="span" sx={{ ml: 2, fontSize: 'xs', fontWeight: 400, color: 'text.tertiary' }}>
                      {template.language} · {template.category.toLowerCase()}
                    </Box>
                  </Box>
                  <Box sx={previewStyles}>{textOf(template.components, { variables: {} })}</Box>
                </Button>
              ))}
            </Stack>
          )}
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}

const previewStyles = {
  mt: 0.5,
  fontSize: 'sm',
  color: 'text.secondary',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}
