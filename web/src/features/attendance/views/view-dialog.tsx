import { teamsContract } from '@recado/core/modules/teams/contract'
import {
  type TicketView,
  type TicketViewCreate,
  ticketViewsContract,
  VIEW_SHARINGS,
  type ViewSharing,
} from '@recado/core/modules/ticket-views/contract'
import { useQuery } from '@tanstack/react-query'
import { Type } from 'typebox'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { can } from '../../../lib/permissions.ts'
import { tints } from '../../../theme/palette.ts'
import { ColourFormField, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import type { Filters, Tab } from '../list/filters.ts'
import { isShown, toView } from './view-filters.ts'

interface ViewDialogProps {
  /** Null for a new one of the list as it stands. */
  view: TicketView | null
  tab: Tab
  filters: Filters
  onSave(values: TicketViewCreate): Promise<unknown>
  onClose(): void
}

interface Values {
  name: string
  color: string
  sharing: ViewSharing
  teamId: number | null
  takesFilters: boolean
}

const { body } = ticketViewsContract.routes.create
const schema = Type.Required(Type.Pick(body, ['name', 'color']))

/** Saves the list's filters under a name, or changes what was saved. */
export function ViewDialog({ view, tab, filters, onSave, onClose }: ViewDialogProps) {
  const t = useT('ticketWorkUi')
  const common = useT('common')
  const mayShare = can('tickets.bulk')
  const teams = useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => call(teamsContract.routes.list, { signal, quiet: true }),
    enabled: mayShare,
  })
  const form = useForm<Values>({
    schema,
    initial: {
      name: view?.name ?? '',
      color: view?.color ?? tints[0],
      sharing: view?.sharing ?? 'mine',
      teamId: view?.team?.id ?? null,
      takesFilters: view === null,
    },
    check: ({ sharing, teamId }): Problems =>
      sharing === 'team' && teamId === null ? { teamId: { rule: 'required', params: {} } } : {},
    save: ({ name, color, sharing, teamId, takesFilters }) =>
      onSave({
        ...{ name: name.trim(), color, sharing },
        teamId: sharing === 'team' ? teamId : null,
        ...(takesFilters || view === null
          ? { tab, filters: toView(filters) }
          : { tab: view.tab, filters: view.filters }),
      }),
  })
  const labels = { name: common('name'), color: common('colour'), teamId: t('views.teamOf') }
  return (
    <FormDialog
      title={view ? t('views.edit') : t('views.new')}
      {...(view ? {} : { text: t('views.text') })}
      form={form}
      labels={labels}
      onClose={onClose}
      width={460}
    >
      <TextField form={form} name="name" label={labels.name} autoFocus maxLength={60} />
      <ColourFormField form={form} name="color" label={labels.color} />
      {mayShare && (
        <SelectField
          form={form}
          name="sharing"
          label={t('views.sharing')}
          choices={VIEW_SHARINGS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      )}
      {mayShare && form.values.sharing === 'team' && (
        <SelectField
          form={form}
          name="teamId"
          label={labels.teamId}
          placeholder={t('views.chooseTeam')}
          choices={(teams.data ?? [])
            .filter(({ isActive }) => isActive)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {view && !isShown(view, tab, filters) && <SwitchField form={form} name="takesFilters" label={t('views.take')} />}
    </FormDialog>
  )
}
