import Alert from '@mui/joy/Alert'
import Button from '@mui/joy/Button'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describe } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { StepError, usePanelHost } from '../host.ts'
import { textOf, type WidgetProps } from './types.ts'

const choicesOf = ({ ui }: WidgetProps) => Object.entries(ui.choices ?? {}).map(([value, label]) => ({ value, label }))

export function ChoiceWidget(props: WidgetProps) {
  const { id, describedBy, ui, value, disabled, onChange, onTouch } = props
  const t = useT('pluginUi')
  return (
    <Select<string>
      value={textOf(value) || null}
      disabled={disabled}
      placeholder={ui.placeholder ?? t('options.placeholder')}
      onChange={(_, next) => next !== null && onChange(next)}
      onClose={onTouch}
      slotProps={{ button: { id, 'aria-describedby': describedBy } }}
    >
      {choicesOf(props).map((choice) => (
        <Option key={choice.value} value={choice.value}>
          {choice.label}
        </Option>
      ))}
    </Select>
  )
}

export function MultiChoiceWidget(props: WidgetProps) {
  const { id, describedBy, value, disabled, onChange } = props
  return (
    <MultiPick
      id={id}
      describedBy={describedBy}
      disabled={disabled}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      choices={choicesOf(props)}
    />
  )
}

/** Choices that the provider knows: asked with the form as it stands, so a token typed a moment ago counts. */
export function OptionsSelect({ id, describedBy, name, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const t = useT('pluginUi')
  const host = usePanelHost()
  const action = ui.optionsFrom ?? ''
  const current = textOf(value)
  const [isOpened, setOpened] = useState(false)
  const query = useQuery({
    queryKey: ['panel-options', name, action],
    queryFn: () => host.options(action),
    // what was chosen before goes by its name, not by the provider's id
    enabled: current !== '' && !disabled,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 0,
  })
  const options = query.data ?? []
  const known = options.some((option) => option.value === current)
  return (
    <>
      <Select<string>
        value={current || null}
        disabled={disabled}
        placeholder={ui.placeholder ?? t('options.placeholder')}
        onChange={(_, next) => next !== null && onChange(next)}
        onListboxOpenChange={(open) => {
          if (!open) return
          setOpened(true)
          if (!query.isFetching) void query.refetch()
        }}
        onClose={onTouch}
        slotProps={{ button: { id, 'aria-describedby': describedBy }, listbox: { sx: { maxHeight: 320 } } }}
      >
        {query.isFetching && options.length === 0 && (
          <Option value="" disabled>
            {t('options.loading')}
          </Option>
        )}
        {!known && current && <Option value={current}>{current}</Option>}
        {options.map((option) => (
          <Option key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </Option>
        ))}
      </Select>
      {query.error && isOpened && (
        <Alert
          size="sm"
          color="warning"
          sx={{ mt: 2 }}
          endDecorator={
            <Button variant="plain" color="warning" onClick={() => void query.refetch()}>
              {t('options.again')}
            </Button>
          }
        >
          {query.error instanceof StepError ? query.error.message : describe(query.error).text}
        </Alert>
      )}
    </>
  )
}

/** A queue, user, tag … of the company. */
export function PickWidget({ id, describedBy, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const t = useT('pluginUi')
  const host = usePanelHost()
  const kind = ui.pick ?? 'queue'
  const { data = [] } = useQuery({ queryKey: ['panel-pick', kind], queryFn: () => host.pick(kind) })
  return (
    <Select<number | ''>
      value={typeof value === 'number' ? value : ''}
      disabled={disabled}
      placeholder={ui.placeholder ?? t('pick.none')}
      onChange={(_, next) => onChange(next === '' || next === null ? undefined : next)}
      onClose={onTouch}
      slotProps={{ button: { id, 'aria-describedby': describedBy }, listbox: { sx: { maxHeight: 320 } } }}
    >
      <Option value="">{t('pick.none')}</Option>
      {data.map((choice) => (
        <Option key={choice.value} value={choice.value} label={choice.label}>
          {choice.mark}
          {choice.label}
        </Option>
      ))}
    </Select>
  )
}
