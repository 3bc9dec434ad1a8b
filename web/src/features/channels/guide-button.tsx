import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { pluginsContract } from '@recado/core/modules/plugins/contract'
import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

const MarkdownView = lazy(async () => ({ default: (await import('../../ui/markdown.tsx')).MarkdownView }))

/** How such a channel is set up, beside the form that it is about. */
export function GuideButton({ type, name }: { type: string; name: string }) {
  const t = useT('channels')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="plain"
        startDecorator={<BookOpen size={15} aria-hidden />}
        onClick={() => setOpen(true)}
        sx={{ alignSelf: 'flex-start', ml: -3 }}
      >
        {t('guide')}
      </Button>
      {isOpen && <GuideDialog type={type} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function GuideDialog({ type, name, onClose }: { type: string; name: string; onClose(): void }) {
  const t = useT('channels')
  const ui = useT('ui')
  const query = useQuery({
    queryKey: ['guide', type],
    queryFn: ({ signal }) => call(pluginsContract.routes.guide, { params: { type }, signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: { xs: '100%', sm: 720 }, maxHeight: 'calc(100dvh - 32px)' }}>
        <DialogTitle component="h2">{t('guideTitle', { name })}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <DialogContent lang={query.data?.language}>
          {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ListSkeleton avatar={false} />}
          {query.data && (
            <Suspense fallback={<ListSkeleton avatar={false} />}>
              <MarkdownView text={query.data.text} />
            </Suspense>
          )}
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}
