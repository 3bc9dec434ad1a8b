import { observer } from 'mobx-react-lite'
import { contacts } from '../../../entities/contacts.ts'
import { tickets } from '../../../entities/tickets.ts'
import { formatBadge } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { isPlainClick } from '../../../lib/plain-click.ts'
import { RowCheck } from '../../../ticket-work-ui/row-check.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { selection } from '../selection/selection.ts'
import { RowLine } from './row-line.tsx'
import { RowMarks } from './row-marks.tsx'
import { WaitingTime } from './waiting-time.tsx'

interface TicketRowProps {
  id: number
  /** Query of the address, which stays when another ticket opens. */
  search: string
  isOpen: boolean
  /** By id of the queue. */
  colours: ReadonlyMap<number, string>
  onOpen(id: number): void
  onAccept(id: number): void
  /** Ids of the list, where rows can be picked. */
  order: (() => readonly number[]) | null
}

/** Who, how long they wait, what was said last, through what, whose it is, how many unread. */
export const TicketRow = observer(({ id, search, isOpen, colours, order, onOpen, onAccept }: TicketRowProps) => {
  const t = useT('attendance')
  const ticket = tickets.get(id)
  if (!ticket) return null
  const name = contacts.get(ticket.contactId)?.name ?? ticket.name
  const unread = ticket.unreadMessages
  return (
    <>
      {order && <RowCheck selection={selection} id={id} name={name} order={order} />}
      {/* the router's own link is drawn again with every change of the address */}
      <a
        href={`#/atendimento/${id}${search && `?${search}`}`}
        data-ticket={id}
        aria-current={isOpen ? 'true' : undefined}
        className={unread > 0 ? 'row-link row-unread' : 'row-link'}
        onClick={(event) => {
          const picks = order !== null && selection.isOn
          if (!picks && !isPlainClick(event)) return
          event.preventDefault()
          if (picks) selection.toggle(id, order(), event.shiftKey)
          else onOpen(id)
        }}
      >
        <Avatar name={name} src={ticket.profilePicUrl} size={38} />
        <div className="row-text">
          <div className="row-part">
            <span className="row-name">
              <bdi>{name}</bdi>
            </span>
            <WaitingTime waitingSince={ticket.waitingSince} lastMessageAt={ticket.lastMessageAt} />
          </div>
          <div className="row-part">
            <RowLine ticket={ticket} isOpen={isOpen} />
            {unread > 0 && (
              <span className="tabular row-badge">
                {formatBadge(unread)}
                <span className="visually-hidden"> {t('row.unread', { count: unread })}</span>
              </span>
            )}
          </div>
          <RowMarks ticket={ticket} queueColour={colours.get(ticket.queueId ?? 0)} />
        </div>
      </a>
      {ticket.status === 'pending' && (
        <button type="button" className="row-action" onClick={() => onAccept(id)}>
          {t('actions.accept')}
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
    </>
  )
})
