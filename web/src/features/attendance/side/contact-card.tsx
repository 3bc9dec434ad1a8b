import Button from '@mui/joy/Button'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { Mail, Pencil, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatPhone } from '../../../lib/format/phone.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ContactEditDialog } from './contact-edit-dialog.tsx'

/** Numbers that are masked for this person stay as they come. */
const shownPhone = (number: string): string => (/^\d+$/.test(number) ? formatPhone(number) : number)

/** Name, number and e-mail. */
export function ContactCard({ contact }: { contact: Contact }) {
  const t = useT('attendance')
  const common = useT('common')
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="side-part">
      <div className="side-who">
        <Avatar name={contact.name} src={contact.profilePicUrl} size={52} />
        <div>
          <div dir="auto" className="side-name">
            {contact.name}
          </div>
          {contact.pushname && contact.pushname !== contact.name && (
            <div className="side-alias">~ {contact.pushname}</div>
          )}
        </div>
      </div>
      <div className="side-lines">
        {contact.number && (
          <Line
            icon={<Phone size={15} aria-hidden />}
            text={shownPhone(contact.number)}
            copy={shownPhone(contact.number)}
          />
        )}
        {contact.email && <Line icon={<Mail size={15} aria-hidden />} text={contact.email} copy={contact.email} />}
      </div>
      {!contact.isGroup && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Pencil size={14} />}
          aria-label={t('side.editContact')}
          onClick={() => setEditing(true)}
          sx={{ mt: 3 }}
        >
          {common('edit')}
        </Button>
      )}
      {isEditing && <ContactEditDialog contact={contact} onClose={() => setEditing(false)} />}
    </div>
  )
}

const Line = ({ icon, text, copy }: { icon: ReactNode; text: string; copy: string }) => (
  <div className="side-line">
    {icon}
    <span className="tabular">{text}</span>
    <CopyButton text={copy} />
  </div>
)
