import Button from '@mui/joy/Button'
import { contactTasksContract, type Selection } from '@recado/core/modules/contact-tasks/contract'
import { Trash2 } from 'lucide-react'
import { formatNumber } from '../../lib/format/numbers.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ContactFilters } from './use-contacts.ts'

export type Removal = Selection

/** Ids of one request; more are chosen by the list's filter. */
const MAX_IDS = 500

interface BulkDeleteProps {
  chosen: ReadonlySet<string | number>
  /** How many the list has, beyond what is loaded. */
  count: number
  filters: ContactFilters
  onRemove(removal: Removal): void
}

/** Buttons of the bulk bar. */
export function BulkDelete({ chosen, count, filters, onRemove }: BulkDeleteProps) {
  const t = useT('contacts')
  const common = useT('common')
  const ids = [...chosen].map(Number)
  return (
    <>
      {count > ids.length && (
        <Button size="sm" variant="plain" onClick={() => onRemove({ all: true, filter: filters, expected: count })}>
          {t('bulk.all', { number: formatNumber(count) })}
        </Button>
      )}
      <Button
        size="sm"
        color="danger"
        variant="solid"
        disabled={ids.length > MAX_IDS}
        startDecorator={<Trash2 size={15} aria-hidden />}
        onClick={() => onRemove({ ids, expected: ids.length })}
      >
        {common('delete')}
      </Button>
    </>
  )
}

interface RemovalDialogProps {
  removal: Removal
  /** With the id of the work. */
  onBegun(id: number): void
  onClose(): void
}

/** Whether they shall go; the number is typed where they are many. */
export function RemovalDialog({ removal, onBegun, onClose }: RemovalDialogProps) {
  const t = useT('contacts')
  const common = useT('common')
  const { expected } = removal
  return (
    <ConfirmDialog
      title={t('bulk.title', { count: expected, number: formatNumber(expected) })}
      text={t('bulk.text')}
      confirmLabel={common('delete')}
      tone="danger"
      {...(removal.all ? { typed: String(expected) } : {})}
      onConfirm={async () => {
        const { id } = await call(contactTasksContract.routes.remove, { body: removal, timeoutMs: 60_000 })
        onBegun(id)
      }}
      onClose={onClose}
    />
  )
}
