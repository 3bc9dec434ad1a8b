import Box from '@mui/joy/Box'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { observer } from 'mobx-react-lite'
import { channels } from '../entities/channels.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { shownAddresses } from './address-kinds.ts'

/** Everywhere a contact can be reached, by kind. */
export const ContactAddresses = observer(({ contact }: { contact: Contact }) => {
  const t = useT('contactUi')
  const addresses = shownAddresses(contact.addresses)
  if (addresses.length === 0) return <Box sx={{ fontSize: 'sm', color: 'text.tertiary' }}>{t('addresses.none')}</Box>
  return (
    <Box component="ul" aria-label={t('addresses.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {addresses.map(({ id, family, icon: Icon, kind, text, channelId }) => {
        const channel = channelId === null ? undefined : channels.get(channelId)
        const label = family === 'other' ? kind : t(`addresses.${family}`)
        return (
          <Box key={id} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minHeight: 44 }}>
            <Box component="span" aria-hidden sx={{ display: 'inline-grid', color: 'text.tertiary' }}>
              <Icon size={15} />
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontSize: 'xs', color: 'text.tertiary', lineHeight: 1.3 }}>
                {channel ? `${label} · ${channel.name}` : label}
              </Box>
              <Box className="tabular" sx={{ fontSize: 'sm', overflowWrap: 'anywhere', lineHeight: 1.35 }}>
                {text}
              </Box>
            </Box>
            <CopyButton text={text} label={t('addresses.copy', { address: text })} />
          </Box>
        )
      })}
    </Box>
  )
})
