import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Delivery } from '@recado/core/modules/webhooks/contract'
import { ChevronDown, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Snippet } from '../../plugin-ui/shown.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { eventKey, pretty } from './delivery-text.ts'
import { OutcomeChip } from './webhook-state.tsx'

interface DeliveryRowProps {
  delivery: Delivery
  /** Absent when it cannot be sent again. */
  onReplay: (() => void) | undefined
  isReplaying: boolean
}

/** One line that opens to what was sent and answered. */
export function DeliveryRow({ delivery, onReplay, isReplaying }: DeliveryRowProps) {
  const t = useT('webhooks')
  const [open, setOpen] = useState(false)
  const id = useId()
  const { event, ticketId, statusCode, createdAt } = delivery
  return (
    <Box component="li" sx={{ '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' } }}>
      <Box
        component="button"
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((now) => !now)}
        sx={lineStyles}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography level="body-sm" textColor="text.primary">
            {t(`event.${eventKey(event)}`)}
          </Typography>
          <Typography level="body-xs" className="tabular" noWrap>
            <TimeAgo at={createdAt} />
            {ticketId !== null && ` · ${t('ticket', { id: ticketId })}`}
          </Typography>
        </Box>
        <Stack direction="row" spacing={2} alignItems="center">
          {statusCode !== null && (
            <Typography level="body-xs" className="tabular">
              {statusCode}
            </Typography>
          )}
          <OutcomeChip state={delivery.state} />
          <ChevronDown size={16} aria-hidden style={{ transform: open ? 'rotate(180deg)' : undefined }} />
        </Stack>
      </Box>
      {open && (
        <Stack id={id} spacing={3} sx={{ px: 3, pb: 4 }}>
          <Details delivery={delivery} />
          {onReplay && (
            <Button
              variant="outlined"
              color="neutral"
              loading={isReplaying}
              loadingPosition="start"
              startDecorator={<RotateCcw size={16} />}
              onClick={onReplay}
              sx={{ alignSelf: 'flex-start' }}
            >
              {delivery.state === 'pending' ? t('tryNow') : t('replay')}
            </Button>
          )}
        </Stack>
      )}
    </Box>
  )
}

function Details({ delivery }: { delivery: Delivery }) {
  const t = useT('webhooks')
  const { reason, attempts, durationMs, attemptedAt, nextTryAt, request, response } = delivery
  const facts = [
    t('attempts', { count: attempts }),
    attemptedAt && t('lastTry', { when: formatDateTime(attemptedAt) }),
    durationMs !== null && t('duration', { ms: formatNumber(durationMs) }),
    nextTryAt && attempts > 0 && t('nextTry', { when: formatDateTime(nextTryAt) }),
  ].filter(Boolean)
  return (
    <>
      {reason && (
        <Typography level="body-sm" color="danger">
          {reason}
        </Typography>
      )}
      <Typography level="body-xs" className="tabular">
        {facts.join(' · ')}
      </Typography>
      <Part label={t('request')} text={pretty(request)} />
      {attempts > 0 && <Part label={t('response')} text={response === null ? null : pretty(response)} />}
    </>
  )
}

function Part({ label, text }: { label: string; text: string | null }) {
  const t = useT('webhooks')
  return (
    <Box>
      <Typography level="body-xs" sx={{ mb: 1, fontWeight: 550 }}>
        {label}
      </Typography>
      {text === null ? (
        <Typography level="body-xs">{t('noResponse')}</Typography>
      ) : (
        <Box sx={{ '& pre': { maxHeight: 240, overflow: 'auto' } }}>
          <Snippet text={text} />
        </Box>
      )}
    </Box>
  )
}

const lineStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  width: '100%',
  px: 3,
  py: 2,
  border: 0,
  borderRadius: 8,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'background.level1' },
  '@media (pointer: coarse)': { minHeight: 44 },
}
