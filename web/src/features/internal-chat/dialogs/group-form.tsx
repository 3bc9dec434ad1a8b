import { type ChatGroup, internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { Type } from 'typebox'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../../ui/form/multi-pick.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { usePeople } from './use-people.ts'

const { routes } = internalChatContract

const schema = Type.Object({
  name: routes.createGroup.body.properties.name,
  users: Type.Array(Type.Integer(), { minItems: 1 }),
  admins: Type.Array(Type.Integer()),
})

interface Values {
  name: string
  users: number[]
  admins: number[]
}

interface GroupFormProps {
  /** Null: a new one. */
  group: ChatGroup | null
  onSaved(group: ChatGroup): void
  onClose(): void
}

/** Name and people of a group, and who of them may change it. */
export function GroupForm({ group, onSaved, onClose }: GroupFormProps) {
  const t = useT('internalChat')
  const common = useT('common')
  const me = session.user?.userId
  const { data: people = [] } = usePeople()
  const others = (group?.users ?? []).filter(({ userId }) => userId !== me)
  const form = useForm<Values>({
    schema,
    initial: {
      name: group?.name ?? '',
      users: others.map(({ userId }) => userId),
      admins: others.filter(({ isAdmin }) => isAdmin).map(({ userId }) => userId),
    },
    async save({ name, users, admins }) {
      const body = { name: name.trim(), users }
      onSaved(
        group
          ? await call(routes.updateGroup, {
              params: { id: group.id },
              body: { ...body, admins: admins.filter((id) => users.includes(id)) },
            })
          : await call(routes.createGroup, { body }),
      )
    },
  })
  const known = new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    // people without access stay in their groups
    ...others.map(({ userId, name }) => [userId, name] as const),
  ])
  const choices = [...known].map(([value, label]) => ({ value, label }))
  const chosen = choices.filter(({ value }) => form.values.users.includes(value))
  return (
    <FormDialog
      title={group ? t('group.manage') : t('group.new')}
      form={form}
      labels={{ name: common('name'), users: t('group.people') }}
      {...(group ? {} : { submitLabel: t('group.create') })}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={common('name')} autoFocus maxLength={80} />
      <FieldFrame label={t('group.people')} help={t('group.peopleHelp')} problem={form.problems.users} name="users">
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.users}
            onChange={(users) => form.set('users', users)}
            choices={choices}
            placeholder={t('group.peoplePlaceholder')}
          />
        )}
      </FieldFrame>
      {group && (
        <FieldFrame label={t('group.admins')} help={t('group.adminsHelp')} optional name="admins">
          {({ id, describedBy }) => (
            <MultiPick
              id={id}
              describedBy={describedBy}
              value={form.values.admins.filter((admin) => form.values.users.includes(admin))}
              onChange={(admins) => form.set('admins', admins)}
              choices={chosen}
            />
          )}
        </FieldFrame>
      )}
    </FormDialog>
  )
}
