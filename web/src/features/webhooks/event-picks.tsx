import Checkbox from '@mui/joy/Checkbox'
import Link from '@mui/joy/Link'
import Stack from '@mui/joy/Stack'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@recado/core/modules/webhooks/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { eventKey } from './delivery-text.ts'
import type { WebhookValues } from './webhook-form.ts'

/** What the company wants to be told of. */
export function EventPicks({ form }: { form: Form<WebhookValues> }) {
  const t = useT('webhooks')
  const { events } = form.values
  const pick = (event: WebhookEvent, on: boolean) =>
    form.set(
      'events',
      WEBHOOK_EVENTS.filter((one) => (one === event ? on : events.includes(one))),
    )
  const help = (
    <>
      {t('eventsHelp')}{' '}
      <Link href="/docs" target="_blank" rel="noopener" level="body-xs">
        {t('docs')}
      </Link>
    </>
  )
  return (
    <FieldFrame label={t('events')} help={help} problem={form.problems.events} name="events" group>
      {() => (
        <Stack
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4, rowGap: 2, pt: 1 }}
        >
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              size="sm"
              label={t(`event.${eventKey(event)}`)}
              checked={events.includes(event)}
              onChange={({ target }) => pick(event, target.checked)}
              sx={{ minHeight: 24, '@media (pointer: coarse)': { minHeight: 44, alignItems: 'center' } }}
            />
          ))}
        </Stack>
      )}
    </FieldFrame>
  )
}
