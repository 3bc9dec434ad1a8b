import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { ContactRow } from '@recado/core/modules/contacts/contract'
import { formatPhone } from '../../lib/format/phone.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

/** Numbers that are masked for this person stay as they come. */
const phone = (number: string | null): string => (number && /^\d+$/.test(number) ? formatPhone(number) : (number ?? ''))

export function useContactColumns(): Column<ContactRow>[] {
  const t = useT('contacts')
  const common = useT('common')
  return [
    {
      id: 'name',
      header: common('name'),
      cell: (contact) => (
        <Stack direction="row" spacing={3} alignItems="center">
          <Avatar name={contact.name} src={contact.profilePicUrl} size={28} />
          <Box sx={{ minWidth: 0 }}>
            <Typography level="title-sm">{contact.name}</Typography>
            <Typography level="body-xs" className="tabular" sx={{ display: { sm: 'none' } }}>
              {phone(contact.number)}
            </Typography>
          </Box>
        </Stack>
      ),
      priority: 1,
      fixed: true,
    },
    {
      id: 'number',
      header: t('number'),
      cell: (contact) => <span className="tabular">{phone(contact.number) || '–'}</span>,
      width: '190px',
    },
    { id: 'email', header: t('email'), cell: (contact) => contact.email ?? '–', priority: 3 },
    {
      id: 'tags',
      header: t('tags'),
      cell: (contact) => (
        <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1}>
          {contact.tags.map((tag) => (
            <Tag key={tag.id} colour={tag.color}>
              {tag.name}
            </Tag>
          ))}
        </Stack>
      ),
      priority: 3,
    },
    { id: 'wallet', header: t('wallets'), cell: (contact) => contact.wallet ?? '–', width: '160px', priority: 3 },
    {
      id: 'updated',
      header: common('updated'),
      cell: (contact) => <TimeAgo at={contact.updatedAt} />,
      width: '160px',
      priority: 3,
      hidden: true,
    },
  ]
}
