import { Zap } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hasMenu } from '../../../lib/permissions.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'

/** Opens the list of quick messages for those who do not type the slash. */
export const QuickButton = observer(({ onOpen }: { onOpen: (() => void) | null }) => {
  const t = useT('attendance')
  if (!hasMenu('quickMessages')) return null
  return (
    <ToolButton label={t('quick.open')} side="top" disabled={onOpen === null} onClick={() => onOpen?.()}>
      <Zap size={18} />
    </ToolButton>
  )
})
