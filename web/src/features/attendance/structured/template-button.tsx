import Button from '@mui/joy/Button'
import { LayoutTemplate } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }))

/** Sends an approved template: what may be written when the window is closed. */
export function TemplateButton({ ticket }: { ticket: LiveTicket }) {
  const t = useT('attendance')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" startDecorator={<LayoutTemplate size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('template.send')}
      </Button>
      <Suspense fallback={null}>{isOpen && <TemplateDialog ticket={ticket} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
