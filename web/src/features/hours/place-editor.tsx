import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import type { HoursOverview } from '@recado/core/modules/hours/contract'
import { type KeyboardEvent, useId } from 'react'
import { reportError } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { AbsenceField } from './absence-field.tsx'
import { NowLine } from './now-line.tsx'
import type { HoursPlace } from './places.ts'
import type { Drafts } from './use-drafts.ts'
import { useSavePlace } from './use-hours.ts'
import { WeekEditor } from './week-editor.tsx'
import { dayProblem } from './week-form.ts'
import { WeekSummary } from './week-summary.tsx'

interface PlaceEditorProps {
  hours: HoursOverview
  place: HoursPlace
  company: HoursPlace
  drafts: Drafts
}

/** The week and the absence message of one place. */
export function PlaceEditor({ hours, place, company, drafts }: PlaceEditorProps) {
  const t = useT('hours')
  const id = useId()
  const draft = drafts.of(place)
  const isDirty = drafts.isDirty(place)
  const save = useSavePlace(place)
  const isWrong = draft.week?.some((day) => dayProblem(day) !== null) ?? false
  const submit = async () => {
    if (isWrong || !isDirty || save.isPending) return
    const isWeekNew = JSON.stringify(draft.week) !== JSON.stringify(place.week)
    try {
      await save.mutateAsync({
        ...(isWeekNew ? { week: draft.week } : {}),
        ...(draft.message === place.message ? {} : { message: draft.message }),
      })
      drafts.discard(place)
    } catch (error) {
      reportError(error)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key.toLowerCase() !== 's')) return
    event.preventDefault()
    void submit()
  }
  return (
    <Stack
      component="form"
      noValidate
      spacing={4}
      aria-labelledby={`${id}-name`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Box>
        <Typography level="title-lg" component="h2" id={`${id}-name`} sx={{ overflowWrap: 'anywhere' }}>
          {place.name}
        </Typography>
        <NowLine place={place} timezone={hours.timezone} />
      </Box>
      <Sheet variant="outlined" sx={{ borderRadius: 8, overflow: 'hidden' }}>
        {place.level !== 'company' && (
          <Stack direction="row" spacing={4} justifyContent="space-between" sx={{ px: 4, py: 3 }}>
            <Box component="label" htmlFor={`${id}-own`}>
              <Typography level="title-sm">{t('ownWeek')}</Typography>
              <Typography level="body-xs" id={`${id}-own-help`}>
                {t(place.level === 'queue' ? 'ownWeekHelpQueue' : 'ownWeekHelpChannel')}
              </Typography>
            </Box>
            <Switch
              checked={draft.week !== null}
              onChange={({ target }) =>
                drafts.set(place, { ...draft, week: target.checked ? (place.week ?? company.week) : null })
              }
              slotProps={{ input: { id: `${id}-own`, role: 'switch', 'aria-describedby': `${id}-own-help` } }}
            />
          </Stack>
        )}
        {draft.week ? (
          <WeekEditor week={draft.week} onChange={(week) => drafts.set(place, { ...draft, week })} />
        ) : (
          <WeekSummary week={company.week ?? []} />
        )}
      </Sheet>
      <AbsenceField
        level={place.level}
        value={draft.message}
        inherited={place.level === 'company' ? '' : company.message}
        max={hours.maxAbsenceMessages}
        onChange={(message) => drafts.set(place, { ...draft, message })}
      />
      <Stack
        direction="row"
        useFlexGap
        flexWrap="wrap"
        spacing={2}
        alignItems="center"
        justifyContent="flex-end"
        sx={{ position: 'sticky', bottom: 0, py: 3, bgcolor: 'background.body', zIndex: 1 }}
      >
        {isWrong && (
          <Typography level="body-sm" color="danger" role="alert" sx={{ flex: { xs: '1 1 100%', sm: 1 } }}>
            {t('wrong')}
          </Typography>
        )}
        <Button
          variant="plain"
          color="neutral"
          disabled={!isDirty || save.isPending}
          onClick={() => drafts.discard(place)}
        >
          {t('discard')}
        </Button>
        <Button type="submit" disabled={!isDirty || isWrong} loading={save.isPending} loadingPosition="start">
          {t('save')}
        </Button>
      </Stack>
    </Stack>
  )
}
