import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'

interface SideFrameProps {
  onClose(): void
  /** What is in it is of the ticket before, for a moment: it can be seen but not used. */
  isLeaving: boolean
  children: ReactNode
}

/** Head and ground of what stands beside a conversation; they stay from ticket to ticket. */
export function SideFrame({ onClose, isLeaving, children }: SideFrameProps) {
  const t = useT('attendance')
  const ui = useT('ui')
  return (
    <aside aria-label={t('side.label')} className="side">
      <div className="side-head">
        <h2>{t('side.title')}</h2>
        <ToolButton label={ui('close')} onClick={onClose}>
          <X size={18} />
        </ToolButton>
      </div>
      <div inert={isLeaving} className={isLeaving ? 'side-ground side-leaving' : 'side-ground'}>
        {children}
      </div>
    </aside>
  )
}
