import { formatDateTime, formatSince } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useNow } from '../../../ui/time-ago.tsx'
import { waitingTone } from './waiting.ts'

/** How long the customer waits; when nobody waits, when the last word was. */
export function WaitingTime({ waitingSince, lastMessageAt }: { waitingSince: number | null; lastMessageAt: number }) {
  const t = useT('attendance')
  const now = useNow()
  const at = waitingSince ?? lastMessageAt
  const tone = waitingSince === null ? 'calm' : waitingTone(waitingSince, now)
  return (
    <time
      className={`tabular row-wait row-wait-${tone} ${waitingSince === null ? '' : 'row-wait-waiting'}`}
      dateTime={new Date(at).toISOString()}
      title={waitingSince === null ? formatDateTime(at) : t('row.waitingSince', { at: formatDateTime(at) })}
    >
      {waitingSince !== null && <span className="visually-hidden">{t('row.waits')} </span>}
      {now - at < 60_000 ? t('row.now') : formatSince(at, now)}
    </time>
  )
}
