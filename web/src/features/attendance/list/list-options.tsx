import Checkbox from '@mui/joy/Checkbox'
import Dropdown from '@mui/joy/Dropdown'
import IconButton from '@mui/joy/IconButton'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import { SlidersHorizontal } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { toast } from '../../../lib/toasts.ts'
import { canNotify, options, switchNotify } from '../state/options.ts'
import { mayAudit } from '../state/ticket-rules.ts'

/** How this person likes the screen: sound, notifications, keys, signature, audit. */
export const ListOptions = observer(() => {
  const t = useT('attendance')
  const settings = useTenantSettings()
  const { user } = session
  const toggleNotify = async (on: boolean) => {
    if (!(await switchNotify(on)) && on) toast.warning(t('options.notifyRefused'))
  }
  const choices = [
    { id: 'sound', on: options.sound.get(), set: options.sound.set, shown: true },
    { id: 'notify', on: options.notify.get(), set: (on: boolean) => void toggleNotify(on), shown: canNotify() },
    { id: 'enterSends', on: options.enterSends.get(), set: options.enterSends.set, shown: true },
    {
      id: 'sign',
      on: options.sign.get(),
      set: options.sign.set,
      shown: user?.profile === 'admin' || settings.allowDisableSignature !== 'disabled',
    },
    { id: 'audit', on: options.audit.get(), set: options.audit.set, shown: user !== null && mayAudit(user) },
  ] as const
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{
          root: {
            variant: 'plain',
            color: 'neutral',
            'aria-label': t('options.title'),
            sx: { minWidth: 36, minHeight: 36 },
          },
        }}
      >
        <SlidersHorizontal size={18} />
      </MenuButton>
      <Menu size="sm" placement="bottom-end" sx={{ minWidth: 260 }}>
        {choices
          .filter(({ shown }) => shown)
          .map(({ id, on, set }) => (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={(event) => {
                event.preventDefault()
                set(!on)
              }}
            >
              <Checkbox size="sm" checked={on} readOnly slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }} />
              {t(`options.${id}`)}
            </MenuItem>
          ))}
      </Menu>
    </Dropdown>
  )
})
