import Box from '@mui/joy/Box'
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
    <Box sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Avatar name={contact.name} src={contact.profilePicUrl} size={52} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box dir="auto" sx={{ fontSize: 'md', fontWeight: 650, overflowWrap: 'anywhere', lineHeight: 1.3 }}>
            {contact.name}
          </Box>
          {contact.pushname && contact.pushname !== contact.name && (
            <Box sx={{ fontSize: 'xs', color: 'text.tertiary' }}>~ {contact.pushname}</Box>
          )}
        </Box>
      </Box>
      <Box sx={{ mt: 3, display: 'flex', flexDirection: 'column' }}>
        {contact.number && (
          <Line
            icon={<Phone size={15} aria-hidden />}
            text={shownPhone(contact.number)}
            copy={shownPhone(contact.number)}
          />
        )}
        {contact.email && <Line icon={<Mail size={15} aria-hidden />} text={contact.email} copy={contact.email} />}
      </Box>
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
    </Box>
  )
}

const Line = ({ icon, text, copy }: { icon: ReactNode; text: string; copy: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: 'sm', color: 'text.secondary', minHeight: 32 }}>
    {icon}
    <Box className="tabular" sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {text}
    </Box>
    <CopyButton text={copy} />
  </Box>
)
