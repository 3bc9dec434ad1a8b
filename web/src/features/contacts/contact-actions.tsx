import Button from '@mui/joy/Button'
import { Download, FileClock, RefreshCw, ShieldCheck, Upload } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { can } from '../../lib/permissions.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'

interface ContactActionsProps {
  isExporting: boolean
  onExport(): void
  onImport(): void
  onSync(): void
  onTasks(): void
  onReceipts(): void
}

/** What is done with many contacts, for those who may; on a phone in the menu alone. */
export function ContactActions({ isExporting, onExport, onImport, onSync, onTasks, onReceipts }: ContactActionsProps) {
  const t = useT('contacts')
  if (!can('contacts.import')) return null
  return (
    <>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Upload size={16} />}
        onClick={onImport}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {t('importFile')}
      </Button>
      {can('contacts.sync') && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<RefreshCw size={16} />}
          onClick={onSync}
          sx={{ display: { xs: 'none', lg: 'inline-flex' } }}
        >
          {t('sync.title')}
        </Button>
      )}
      <Button
        variant="outlined"
        color="neutral"
        loading={isExporting}
        loadingPosition="start"
        startDecorator={<Download size={16} />}
        onClick={onExport}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {t('exportFile')}
      </Button>
      <ActionMenu
        label={t('more')}
        actions={[
          { id: 'import', label: t('import.title'), icon: Upload, run: onImport },
          can('contacts.sync') && { id: 'sync', label: t('sync.title'), icon: RefreshCw, run: onSync },
          { id: 'export', label: t('exportFile'), icon: Download, disabled: isExporting, run: onExport },
          { id: 'tasks', label: t('tasks.title'), icon: FileClock, apart: true, run: onTasks },
          can('contacts.privacy') && {
            id: 'receipts',
            label: t('receipts.title'),
            icon: ShieldCheck,
            run: onReceipts,
          },
        ]}
      />
    </>
  )
}
