import { contactsContract } from '@recado/core/modules/contacts/contract'
import { useState } from 'react'
import { reportError } from '../../lib/errors.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { saveText } from '../../lib/save-text.ts'
import { toast } from '../../lib/toasts.ts'
import type { ContactFilters } from './use-contacts.ts'

/** Saves what a list shows as a table. */
export function useExport(filters: ContactFilters): { isBusy: boolean; run(): void } {
  const t = useT('contacts')
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const text: unknown = await call(contactsContract.routes.exportCsv, { body: filters, timeoutMs: 240_000 })
      saveText(String(text), 'contatos.csv', 'text/csv;charset=utf-8')
      toast.success(t('exportDone'))
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run: () => void run() }
}
