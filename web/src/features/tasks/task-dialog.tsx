import type { Task } from '@recado/core/modules/tasks/contract'
import { PRIORITIES } from '@recado/core/modules/tasks/contract'
import { mayAssign } from '@recado/core/modules/tasks/policy'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useTenantSettings } from '../../lib/tenant-settings.ts'
import { toast } from '../../lib/toasts.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { initialOf, personKey, saveTask, type TaskValues, taskSchema, teamKey } from './task-form.ts'
import { usePeople, useTeams } from './use-tasks.ts'

/** One task: what, until when, who, how urgent. */
export function TaskDialog({ task, onClose }: { task: Task | null; onClose(): void }) {
  const t = useT('tasks')
  const common = useT('common')
  const client = useQueryClient()
  const settings = useTenantSettings()
  const people = usePeople()
  const teams = useTeams()
  const { user } = session
  const form = useForm<TaskValues>({
    schema: taskSchema,
    initial: initialOf(task, user?.userId ?? null, Date.now()),
    save: async (values) => {
      await saveTask(task, values)
      toast.success(common('saved'))
      await client.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
  const actor = {
    userId: user?.userId ?? null,
    profile: user?.profile ?? 'user',
    teamIds: (teams.data ?? []).filter(({ users }) => users.some(({ id }) => id === user?.userId)).map(({ id }) => id),
    forOthers: settings.tasksForOthers === 'enabled',
  }
  const choices = [
    ...(people.data ?? [])
      .filter(({ id }) => id === task?.ownerId || mayAssign(actor, { ownerId: id, teamId: null }))
      .map(({ id, name }) => ({ value: personKey(id), label: name })),
    ...(teams.data ?? [])
      .filter(({ id }) => id === task?.teamId || mayAssign(actor, { ownerId: null, teamId: id }))
      .map(({ id, name }) => ({ value: teamKey(id), label: t('teamNamed', { name }) })),
  ]
  const labels = {
    name: t('name'),
    description: t('description'),
    limit: t('limit'),
    owner: t('owner'),
    priority: t('priority.title'),
  }
  return (
    <FormDialog title={task ? t('editTitle') : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} autoFocus={!task} maxLength={200} />
      <TextField form={form} name="description" label={labels.description} lines={3} maxLength={4000} />
      <TextField form={form} name="limit" type="datetime-local" label={labels.limit} help={t('limitHelp')} />
      <SelectField form={form} name="owner" label={labels.owner} choices={choices} placeholder={t('nobody')} />
      <SelectField
        form={form}
        name="priority"
        label={labels.priority}
        choices={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
    </FormDialog>
  )
}
