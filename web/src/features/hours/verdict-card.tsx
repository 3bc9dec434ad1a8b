import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { HoursCheck, HoursOverview } from '@recado/core/modules/hours/contract'
import { DoorClosed, DoorOpen, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime, formatDay } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { periodsText, useMomentText, useRuleText } from './verdict-text.ts'

interface VerdictCardProps {
  hours: HoursOverview
  check: HoursCheck
  channelId: number | null
}

/** Open or closed, why, for how long, and what the customer reads. */
export function VerdictCard({ hours, check, channelId }: VerdictCardProps) {
  const t = useT('hours')
  const momentText = useMomentText()
  const ruleText = useRuleText(hours)
  const { isOpen, at, until, since, message, maxAbsenceMessages: max } = check
  const day = check.periods.length === 0 ? t('types.closed') : periodsText(check)
  const Icon = isOpen ? DoorOpen : DoorClosed
  return (
    <Sheet variant="outlined" sx={{ borderRadius: 8, p: { xs: 4, sm: 5 } }}>
      <Stack direction="row" spacing={3} alignItems="center">
        <Box sx={{ color: isOpen ? 'success.plainColor' : 'text.secondary', lineHeight: 0 }}>
          <Icon size={32} aria-hidden />
        </Box>
        <Box>
          <Typography level="h4" component="h2">
            {t(isOpen ? 'open' : 'closed')}
          </Typography>
          <Typography level="body-sm">{formatDateTime(at)}</Typography>
        </Box>
      </Stack>
      {check.isShifted && (
        <Alert color="warning" variant="soft" startDecorator={<TriangleAlert size={16} aria-hidden />} sx={{ mt: 4 }}>
          {t('shifted', { time: check.time })}
        </Alert>
      )}
      <Stack component="dl" spacing={3} sx={{ m: 0, mt: 4 }}>
        <Fact name={t('why')}>
          {ruleText(check.rule, { channelId, queueId: check.queueId })}
          <Typography level="body-sm">
            {formatDay(at)}: {day}
          </Typography>
        </Fact>
        <Fact name={t('howLong')}>
          {since === null && until === null
            ? t('always')
            : [
                since === null ? null : t('since', { at: momentText(since, at) }),
                until === null ? t('forLong') : t('until', { at: momentText(until, at) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
        </Fact>
        <Fact name={t('customerReads')}>
          {isOpen && <Typography level="body-sm">{t('saysNothingOpen')}</Typography>}
          {!isOpen && !message && <Typography level="body-sm">{t('saysNothingEmpty')}</Typography>}
          {!isOpen && message && (
            <>
              <Box
                sx={{
                  p: 3,
                  borderRadius: 8,
                  bgcolor: 'background.level1',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                {message.text}
              </Box>
              <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center" sx={{ mt: 2 }}>
                <Chip>{t(`source.${message.source}`)}</Chip>
                <Typography level="body-xs">{max === 0 ? t('maxNone') : t('max', { count: max })}</Typography>
              </Stack>
              {max > 0 && (
                <Typography level="body-xs" sx={{ mt: 2 }}>
                  {t('notTold')}
                </Typography>
              )}
            </>
          )}
        </Fact>
      </Stack>
    </Sheet>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Typography component="dt" level="body-xs" sx={{ fontWeight: 600, mb: 0.5 }}>
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </Box>
  )
}
