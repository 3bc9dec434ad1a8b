import Badge from '@mui/joy/Badge'
import { Bell as BellIcon, BellOff } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { notices } from '../../entities/notices.ts'
import { formatBadge } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useNow } from '../../ui/time-ago.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'

/** How many notices wait to be read; crossed out while nothing may disturb. */
export const Bell = observer(({ onOpen }: { onOpen(): void }) => {
  const t = useT('common')
  // quiet hours begin and end by themselves
  useNow()
  const { unread } = notices
  const Icon = notices.isSilent() ? BellOff : BellIcon
  const label = unread > 0 ? t('shell.noticesUnread', { count: unread }) : t('shell.notices')
  return (
    <ToolButton label={label} side="right" onClick={onOpen}>
      <Badge
        badgeContent={unread > 0 ? formatBadge(unread) : 0}
        size="sm"
        slotProps={{ badge: { 'aria-hidden': true } }}
      >
        <Icon size={18} />
      </Badge>
    </ToolButton>
  )
})
