import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import { type TicketTask, ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { reportError } from '../lib/errors.ts'
import { callForFile } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { saveBlob } from '../lib/save-text.ts'

/** The finished files of a long conversation. */
export function PdfFiles({ task }: { task: TicketTask }) {
  const t = useT('ticketWorkUi')
  const [busy, setBusy] = useState<number | null>(null)
  const download = async (part: number) => {
    setBusy(part)
    try {
      const params = { id: task.id, part }
      const file = await callForFile(ticketTasksContract.routes.file, { params, timeoutMs: 240_000 })
      if (file instanceof Blob) saveBlob(file, `atendimento-${task.ticketId}-${part}.pdf`)
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
      {Array.from({ length: task.files }, (_, at) => at + 1).map((part) => (
        <Button
          key={part}
          variant="soft"
          loading={busy === part}
          startDecorator={<Download size={16} aria-hidden />}
          onClick={() => void download(part)}
        >
          {t('pdf.part', { part })}
        </Button>
      ))}
    </Stack>
  )
}
