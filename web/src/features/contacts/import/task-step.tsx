import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { contactTasksContract, type ImportTask } from '@recado/core/modules/contact-tasks/contract'
import { useState } from 'react'
import { reportError } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { saveText } from '../../../lib/save-text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { isActive } from '../use-tasks.ts'
import { TaskFigures } from './task-figures.tsx'
import { TaskItems } from './task-items.tsx'

const { apply, cancel, undo, problems } = contactTasksContract.routes

interface TaskStepProps {
  task: ImportTask
  onChanged(task: ImportTask): void
  /** Back to the columns. */
  onBack(): void
}

/** What a check found, how far the work is, or what became of it. */
export function TaskStep({ task, onChanged, onBack }: TaskStepProps) {
  const t = useT('contacts')
  const [isBusy, setBusy] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const params = { id: task.id }
  const act = async (work: () => Promise<ImportTask | undefined>) => {
    setBusy(true)
    try {
      const next = await work()
      if (next) onChanged(next)
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  const download = async () => {
    const text: unknown = await call(problems, { params, timeoutMs: 240_000 })
    saveText(String(text), 'problemas.csv', 'text/csv;charset=utf-8')
    return undefined
  }
  const { state, kind, counts, isUndoable, total, why } = task
  const isSync = kind === 'sync'
  const planned = (counts.new ?? 0) + (counts.changed ?? 0)
  // who is in an address book and known already is no problem
  const hasProblems = (isSync ? ['wrong', 'left'] : ['wrong', 'kept', 'left']).some((name) => (counts[name] ?? 0) > 0)
  return (
    <Stack spacing={4}>
      <Typography level="body-sm" role="status">
        {isSync && state === 'running' && total === 0 ? t('sync.reading') : t(`state.${state}`)}
        {why && `: ${why}`}
      </Typography>
      <TaskFigures task={task} />
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
        {state === 'checked' && planned > 0 && (
          <Button loading={isBusy} onClick={() => void act(() => call(apply, { params }))}>
            {t('import.apply', { count: planned, number: formatNumber(planned) })}
          </Button>
        )}
        {state === 'checked' && (
          <Button variant="outlined" color="neutral" disabled={isBusy} onClick={onBack}>
            {t('import.back')}
          </Button>
        )}
        {(state === 'running' || state === 'checking') && (
          <Button
            variant="outlined"
            color="neutral"
            loading={isBusy}
            onClick={() => void act(() => call(cancel, { params }))}
          >
            {t('import.stop')}
          </Button>
        )}
        {isUndoable && (
          <Button variant="outlined" color="danger" disabled={isBusy} onClick={() => setUndoing(true)}>
            {t(isSync ? 'sync.undo' : 'import.undo')}
          </Button>
        )}
        {hasProblems && !isActive(task) && (
          <Button variant="plain" disabled={isBusy} onClick={() => void act(download)}>
            {t('import.problems')}
          </Button>
        )}
      </Stack>
      {!isActive(task) && (kind === 'import' || isSync || hasProblems) && <TaskItems key={state} task={task} />}
      {isUndoing && (
        <ConfirmDialog
          title={t(isSync ? 'sync.undoTitle' : 'import.undoTitle')}
          text={t('import.undoText')}
          confirmLabel={t(isSync ? 'sync.undo' : 'import.undo')}
          tone="danger"
          onConfirm={async () => onChanged(await call(undo, { params }))}
          onClose={() => setUndoing(false)}
        />
      )}
    </Stack>
  )
}
