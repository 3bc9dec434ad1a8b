import { CornerUpLeft, Pencil } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { presence } from '../../../entities/presence.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { drafts } from '../composer/drafts.ts'
import { unsigned } from '../composer/signature.ts'
import { plainText } from '../content/rich-text.ts'
import { noteDrafts } from '../notes/note-mode.ts'

/** What was said last; a draft or somebody typing comes before it. */
export const RowLine = observer(({ ticket, isOpen }: { ticket: LiveTicket; isOpen: boolean }) => {
  const t = useT('attendance')
  const isTyping = presence.typistsIn(ticket.id).some(({ who }) => who === 'contact')
  const draft = isOpen ? undefined : (drafts.get(ticket.id)?.text ?? noteDrafts.get(ticket.id)?.text)
  if (isTyping) return <span className="row-line row-typing">{t('row.typing')}</span>
  if (draft) {
    return (
      <span className="row-line">
        <span className="row-draft">
          <Pencil size={12} aria-hidden /> {t('row.draft')}
        </span>{' '}
        <bdi>{draft}</bdi>
      </span>
    )
  }
  return (
    <span className="row-line">
      {ticket.answered && ticket.lastMessage && (
        <>
          <CornerUpLeft size={12} aria-hidden />
          <span className="visually-hidden">{t('row.ours')}</span>{' '}
        </>
      )}
      <bdi>{plainText(unsigned(ticket.lastMessage ?? '')) || t('row.nothing')}</bdi>
    </span>
  )
})
