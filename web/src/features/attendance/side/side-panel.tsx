import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { useQuery } from '@tanstack/react-query'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ContactIdentity } from '../../../contact-ui/contact-identity.tsx'
import { MergeDialog } from '../../../contact-ui/merge-dialog.tsx'
import { contacts } from '../../../entities/contacts.ts'
import { type LiveTicket, tickets } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hasMenu } from '../../../lib/permissions.ts'
import { TicketSchedules } from '../../../schedule-ui/ticket-schedules.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { ContactCard } from './contact-card.tsx'
import { ContactLinks } from './contact-links.tsx'
import { ExtraInfo } from './extra-info.tsx'
import { PastTickets } from './past-tickets.tsx'
import { SideFrame } from './side-frame.tsx'
import { SideSection } from './side-section.tsx'
import { useDrawnLast } from './use-drawn-last.ts'

interface SideProps {
  /** Id of the ticket on screen. */
  id: number
  search: string
  onClose(): void
}

/** Beside a conversation, and after it: who writes. */
export const Side = observer(({ id, search, onClose }: SideProps) => {
  const drawnId = useDrawnLast(id)
  const ticket = drawnId === null ? undefined : tickets.get(drawnId)
  return (
    <SideFrame onClose={onClose} isLeaving={drawnId !== id}>
      {ticket ? (
        <SideContent ticket={ticket} search={search} />
      ) : (
        drawnId !== id && <ListSkeleton rows={4} avatar={false} />
      )}
    </SideFrame>
  )
})

/** Data, tags, owners, what is known beyond that, and what was before. */
const SideContent = observer(({ ticket, search }: { ticket: LiveTicket; search: string }) => {
  const t = useT('attendance')
  const known = contacts.get(ticket.contactId)
  const query = useQuery({
    queryKey: ['contacts', ticket.contactId],
    queryFn: async ({ signal }) => {
      const contact = await call(contactsContract.routes.get, { params: { id: ticket.contactId }, signal, quiet: true })
      contacts.take(contact)
      return contact
    },
    enabled: !known,
  })
  const contact = known ?? query.data
  if (!contact && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!contact) return <ListSkeleton rows={4} avatar={false} />
  return (
    <>
      <ContactCard contact={contact} />
      <ContactLinks key={`links-${contact.id}`} contact={contact} />
      <SideSection name="extra" title={t('side.extra')}>
        <ExtraInfo key={`extra-${contact.id}`} contact={contact} />
      </SideSection>
      <Identity key={`identity-${contact.id}`} contact={contact} />
      {ticket.postId === null && hasMenu('schedules') && (
        <SideSection name="scheduled" title={t('side.scheduled')}>
          <TicketSchedules
            key={`scheduled-${ticket.id}`}
            place={{ ticketId: ticket.id, contactId: ticket.contactId, channelId: ticket.whatsappId }}
          />
        </SideSection>
      )}
      <SideSection name="notes" title={t('notes.title')}>
        <NotesSection key={`notes-${contact.id}`} contactId={contact.id} ticketId={ticket.id} search={search} />
      </SideSection>
      <SideSection name="past" title={t('side.past')}>
        <PastTickets contact={contact} ticketId={ticket.id} search={search} />
      </SideSection>
    </>
  )
})

/** Where the contact is reached, and who it was made of. */
function Identity({ contact }: { contact: Contact }) {
  const t = useT('contactUi')
  const [isMerging, setMerging] = useState(false)
  const nothing = () => undefined
  return (
    <SideSection name="identity" title={t('title')}>
      <ContactIdentity contact={contact} onMerge={() => setMerging(true)} onChanged={nothing} />
      {isMerging && <MergeDialog contact={contact} onMerged={nothing} onClose={() => setMerging(false)} />}
    </SideSection>
  )
}
