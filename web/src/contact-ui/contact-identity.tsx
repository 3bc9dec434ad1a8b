import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { Merge } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'
import { can } from '../lib/permissions.ts'
import { ContactAddresses } from './contact-addresses.tsx'
import { MergedFrom } from './merged-from.tsx'

interface ContactIdentityProps {
  contact: Contact
  /** Opens the merge dialog, which must not stand inside a form. */
  onMerge(): void
  /** A merge was taken apart. */
  onChanged(): void
  /** Why nothing may be merged right now. */
  blocked?: string | undefined
}

/** Where a contact is reached, who it was made of, and making it one with another. */
export function ContactIdentity({ contact, onMerge, onChanged, blocked }: ContactIdentityProps) {
  const t = useT('contactUi')
  return (
    <Box>
      <ContactAddresses contact={contact} />
      {!contact.isGroup && <MergedFrom contactId={contact.id} onChanged={onChanged} />}
      {!contact.isGroup && can('contacts.merge') && (
        <Box sx={{ mt: 2 }}>
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            startDecorator={<Merge size={14} />}
            disabled={blocked !== undefined}
            onClick={onMerge}
          >
            {t('merge.open')}
          </Button>
          {blocked !== undefined && <Box sx={{ mt: 1, fontSize: 'xs', color: 'text.tertiary' }}>{blocked}</Box>}
        </Box>
      )}
    </Box>
  )
}
