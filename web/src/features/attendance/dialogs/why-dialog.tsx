import Box from '@mui/joy/Box'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { type TicketWhy, ticketsContract } from '@recado/core/modules/tickets/contract'
import { useQuery } from '@tanstack/react-query'
import { Clock, Eye, type LucideIcon, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { formatDateTime, formatSoon } from '../../../lib/format/dates.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { useNow } from '../../../ui/time-ago.tsx'
import { logKind, logNames } from './log-names.ts'

/** Why this person sees the ticket, why it stands where it does, and what will happen to it next: as the server decides. */
export function WhyDialog({ ticket, onClose }: { ticket: LiveTicket; onClose(): void }) {
  const t = useT('attendance')
  const ui = useT('ui')
  const query = useQuery({
    queryKey: ['ticket-why', ticket.id, ticket.version],
    queryFn: ({ signal }) => call(ticketsContract.routes.why, { params: { id: ticket.id }, signal, quiet: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 520, maxHeight: '85dvh' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('why.title')}</DialogTitle>
        <DialogContent>
          {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ListSkeleton rows={4} avatar={false} />}
          {query.data && <Reasons why={query.data} ticket={ticket} />}
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}

function Reasons({ why, ticket }: { why: TicketWhy; ticket: LiveTicket }) {
  const t = useT('attendance')
  const now = useNow()
  const { last } = why
  const queue = why.queue?.name ?? t('header.noQueue')
  const place = why.queue ? t('why.inQueue', { queue }) : t('why.inNoQueue')
  return (
    <Box sx={{ display: 'grid', gap: 4, pt: 1 }}>
      <Part icon={Eye} title={t('why.seen')}>
        <p>{t(`why.seenBy.${why.seenBy}`, { queue })}</p>
        {!why.isNear && <p>{t('why.notNear')}</p>}
        {!why.mayRead && <p>{t('why.noPeek')}</p>}
      </Part>
      <Part icon={MapPin} title={t('why.place')}>
        <p>{standing(why, ticket, t, place)}</p>
        {ticket.waitingSince !== null && <p>{t('why.waiting', { at: formatDateTime(ticket.waitingSince) })}</p>}
        {last && (
          <p>
            {t('why.last', { at: formatDateTime(last.createdAt) })} {t(`log.type.${logKind(last)}`, logNames(last))}
            {last.user && ` · ${last.user.name}`}
            {!(last.user && last.cause === 'person') && ` · ${t(`log.cause.${last.cause}`)}`}
          </p>
        )}
      </Part>
      <Part icon={Clock} title={t('why.next')}>
        {why.timers.length === 0 && <p>{t('why.nothing')}</p>}
        <Box component="ul" sx={{ m: 0, pl: 4, display: 'grid', gap: 1 }}>
          {why.timers.map(({ rule, at, minutes, source }) => (
            <li key={rule}>
              {t(`why.timer.${rule}`, { at: at <= now ? t('why.now') : formatSoon(at) })}
              {minutes !== null && source !== null && (
                <Box component="span" sx={{ display: 'block', fontSize: 'xs', color: 'text.secondary' }}>
                  {t('why.source', { count: minutes, of: t(`why.of.${source}`) })}
                </Box>
              )}
            </li>
          ))}
        </Box>
      </Part>
    </Box>
  )
}

function standing(why: TicketWhy, ticket: LiveTicket, t: ReturnType<typeof useT<'attendance'>>, place: string): string {
  if (why.isInBot) return t('why.inBot')
  if (why.status === 'closed')
    return t('why.closed', { at: ticket.closedAt === null ? '–' : formatDateTime(ticket.closedAt), place })
  if (why.status === 'open') return t('why.open', { name: why.user?.name ?? t('header.noAgent'), place })
  return t(ticket.snoozedUntil === null ? 'why.pending' : 'why.snoozed', { place })
}

const Part = ({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) => (
  <Box component="section" sx={{ '& p': { m: 0, overflowWrap: 'anywhere' }, display: 'grid', gap: 1, fontSize: 'sm' }}>
    <Box component="h3" sx={{ m: 0, display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 'sm', fontWeight: 650 }}>
      <Icon size={15} aria-hidden />
      {title}
    </Box>
    {children}
  </Box>
)
