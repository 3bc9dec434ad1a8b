import { type Team, TeamCreate } from '@recado/core/modules/teams/contract'
import { Type } from 'typebox'
import { useEverybody } from '../../entities/everybody.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { useForm } from '../../ui/form/use-form.ts'

export interface TeamValues {
  name: string
  isActive: boolean
  users: number[]
}

interface TeamDialogProps {
  team: Team | null
  onSave(values: TeamValues): Promise<unknown>
  onClose(): void
}

const schema = Type.Pick(TeamCreate, ['name'])

export function TeamDialog({ team, onSave, onClose }: TeamDialogProps) {
  const t = useT('users')
  const common = useT('common')
  const everybody = useEverybody()
  const form = useForm<TeamValues>({
    schema,
    initial: {
      name: team?.name ?? '',
      isActive: team?.isActive ?? true,
      users: team?.users.map((user) => user.id) ?? [],
    },
    save: (values) => onSave({ ...values, name: values.name.trim() }),
  })
  // those who are in it are named even before everybody is here
  const people = everybody.data ?? team?.users ?? []
  return (
    <FormDialog
      title={team ? t('teams.edit') : t('teams.new')}
      form={form}
      labels={{ name: common('name') }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={common('name')} autoFocus maxLength={100} />
      <FieldFrame label={t('teams.members')}>
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.users}
            onChange={(users) => form.set('users', users)}
            placeholder={t('teams.nobody')}
            choices={people.map(({ id: value, name }) => ({
              value,
              label: name,
              mark: <Avatar name={name} size={22} />,
            }))}
          />
        )}
      </FieldFrame>
      <SwitchField form={form} name="isActive" label={t('teams.active')} help={t('teams.activeHelp')} />
    </FormDialog>
  )
}
