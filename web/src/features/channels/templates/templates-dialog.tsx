import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Channel } from '@recado/core/modules/channels/contract'
import { type Template, templatesContract } from '@recado/core/modules/templates/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LayoutTemplate, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateLine } from './template-line.tsx'

const { list, sync, remove } = templatesContract.routes

interface TemplatesDialogProps {
  channel: Channel
  /** Templates can be made and changed from here. */
  canEdit: boolean
  onClose(): void
}

/** All templates of a channel, whatever the provider made of them. */
export function TemplatesDialog({ channel, canEdit, onClose }: TemplatesDialogProps) {
  const t = useT('channels')
  const ui = useT('ui')
  const client = useQueryClient()
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const [removing, setRemoving] = useState<Template | null>(null)
  const params = { id: channel.id }
  const query = useQuery({
    queryKey: ['channels', channel.id, 'templates'],
    queryFn: ({ signal }) => call(list, { params, signal, quiet: true }),
  })
  const renew = async () => {
    await query.refetch()
    await client.invalidateQueries({ queryKey: ['templates', channel.id] })
  }
  const syncing = useMutation({
    mutationFn: () => call(sync, { params, timeoutMs: 240_000 }),
    onSuccess: async ({ count }) => {
      await renew()
      toast.success(t('templates.synced', { count }))
    },
  })
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: { xs: '100%', sm: 680 }, maxHeight: 'calc(100dvh - 32px)' }}>
        <DialogTitle component="h2">{t('templates.title')}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <Typography level="body-sm">{t('templates.text')}</Typography>
        <Stack direction="row" spacing={2} useFlexGap flexWrap="wrap">
          {canEdit && (
            <Button size="sm" startDecorator={<Plus size={15} aria-hidden />} onClick={() => setEditing('new')}>
              {t('templates.new')}
            </Button>
          )}
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            loading={syncing.isPending}
            loadingPosition="start"
            startDecorator={<RefreshCw size={15} aria-hidden />}
            onClick={() => syncing.mutate()}
          >
            {t('templates.sync')}
          </Button>
        </Stack>
        <DialogContent>
          {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ListSkeleton avatar={false} />}
          {query.data?.length === 0 && (
            <EmptyState icon={LayoutTemplate} title={t('templates.empty')} text={t('templates.emptyText')} />
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {query.data?.map((template) => (
              <TemplateLine
                key={template.id}
                template={template}
                canEdit={canEdit}
                onEdit={() => setEditing(template)}
                onRemove={() => setRemoving(template)}
              />
            ))}
          </Box>
        </DialogContent>
        {editing && (
          <TemplateEditor
            channelId={channel.id}
            template={editing === 'new' ? null : editing}
            onSaved={() => {
              setEditing(null)
              toast.success(t('templates.sent'))
              void renew()
            }}
            onClose={() => setEditing(null)}
          />
        )}
        {removing && (
          <ConfirmDialog
            title={t('templates.removeTitle', { name: removing.name })}
            text={t('templates.removeText')}
            confirmLabel={t('templates.remove')}
            tone="danger"
            onConfirm={async () => {
              await call(remove, { params: { ...params, templateId: removing.id } })
              await renew()
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </ModalDialog>
    </Modal>
  )
}
