import { AlarmClock, MessageSquareText, Star } from 'lucide-react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { formatSoon } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { channelIcon } from '../channel-icon.tsx'

const TAGS = 3

/** Through what, in which queue, whose it is; tags as strokes of their colour with the names on hover. */
export function RowMarks({ ticket, queueColour }: { ticket: LiveTicket; queueColour: string | undefined }) {
  const t = useT('attendance')
  const { tags } = ticket.contact
  const names = tags.map(({ name }) => name).join(', ')
  const Icon = channelIcon(ticket.whatsapp.type)
  return (
    <div className="row-marks">
      <Icon size={13} aria-hidden />
      <span>{ticket.whatsapp.name}</span>
      {ticket.postId !== null && <MessageSquareText size={13} aria-label={t('comment.ticket')} />}
      {ticket.queue && (
        <>
          <i className="row-dot" aria-hidden style={{ backgroundColor: queueColour }} />
          <span>{ticket.queue}</span>
        </>
      )}
      {ticket.username && (
        <span className="row-agent">
          @{ticket.userId === session.user?.userId ? t('row.mine') : ticket.username.split(' ')[0]}
        </span>
      )}
      {ticket.snoozedUntil !== null && (
        <span className="row-until">
          <AlarmClock size={13} aria-hidden />
          <span className="visually-hidden">{t('snooze.until')} </span>
          {formatSoon(ticket.snoozedUntil)}
        </span>
      )}
      {ticket.rememberedUser && (
        <span className="row-agent">
          {t('snooze.for', {
            name:
              ticket.rememberedUser.id === session.user?.userId
                ? t('row.mine')
                : ticket.rememberedUser.name.split(' ')[0],
          })}
        </span>
      )}
      {ticket.rating?.score && (
        <span className="row-until" title={t('rating.score', { score: ticket.rating.score })}>
          <Star size={13} aria-hidden />
          <span aria-hidden>{ticket.rating.score}</span>
          <span className="visually-hidden">{t('rating.score', { score: ticket.rating.score })}</span>
        </span>
      )}
      {tags.length > 0 && (
        <span className="row-tags" title={names}>
          <span className="visually-hidden">{t('row.tags', { names })}</span>
          {tags.slice(0, TAGS).map((tag) => (
            <i key={tag.id} aria-hidden className="row-tag" style={{ backgroundColor: tag.color }} />
          ))}
        </span>
      )}
    </div>
  )
}
