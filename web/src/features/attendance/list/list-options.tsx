import Checkbox from '@mui/joy/Checkbox'
import Dropdown from '@mui/joy/Dropdown'
import ListDivider from '@mui/joy/ListDivider'
import ListItem from '@mui/joy/ListItem'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import Radio from '@mui/joy/Radio'
import { SlidersHorizontal } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { can } from '../../../lib/permissions.ts'
import { session } from '../../../lib/session/session.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { toast } from '../../../lib/toasts.ts'
import { MenuTool } from '../../../ui/tool-button.tsx'
import { selection } from '../selection/selection.ts'
import { shownWork } from '../selection/ticket-work.tsx'
import { canNotify, options, switchNotify, UNDO_CHOICES } from '../state/options.ts'
import { mayAudit } from '../state/ticket-rules.ts'

/** How this person likes the screen: sound, notifications, keys, signature, audit. */
export const ListOptions = observer(() => {
  const t = useT('attendance')
  const work = useT('ticketWorkUi')
  const settings = useTenantSettings()
  const { user } = session
  const toggleNotify = async (on: boolean) => {
    if (!(await switchNotify(on)) && on) toast.warning(t('options.notifyRefused'))
  }
  const isAudited = settings.auditMode === 'enabled'
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
    {
      id: 'audit',
      on: options.audit.get(),
      set: options.audit.set,
      shown: user !== null && mayAudit(user) && !isAudited,
    },
  ] as const
  return (
    <Dropdown>
      <MenuButton slots={{ root: MenuTool }} aria-label={t('options.title')} className="tool-large">
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
        {can('tickets.bulk') && (
          <>
            <ListDivider />
            <MenuItem onClick={() => selection.start()}>{work('select.start')}</MenuItem>
            <MenuItem onClick={() => shownWork.show('all')}>{work('tasks.title')}</MenuItem>
          </>
        )}
        <ListDivider />
        <ListItem sx={{ fontSize: 'xs', color: 'text.secondary' }} id="undo-send">
          {t('options.undo')}
        </ListItem>
        {UNDO_CHOICES.map((seconds) => (
          <MenuItem
            key={seconds}
            role="menuitemradio"
            aria-checked={options.undoSeconds.get() === seconds}
            aria-describedby="undo-send"
            onClick={(event) => {
              event.preventDefault()
              options.undoSeconds.set(seconds)
            }}
          >
            <Radio
              size="sm"
              checked={options.undoSeconds.get() === seconds}
              readOnly
              slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }}
            />
            {t(`options.undo_${seconds}`)}
          </MenuItem>
        ))}
      </Menu>
    </Dropdown>
  )
})
