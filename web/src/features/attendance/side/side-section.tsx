import { ChevronRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { preferences } from '../../../lib/preferences.ts'

/** A part of the panel that folds and stays as it was left. */
export const SideSection = observer(
  ({ name, title, children }: { name: string; title: string; children: ReactNode }) => {
    const id = useId()
    const key = `attendance.side.${name}`
    const isOpen = preferences.recall(key, true)
    return (
      <section className="side-section">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => preferences.remember(key, !isOpen)}
        >
          <ChevronRight size={16} aria-hidden />
          {title}
        </button>
        <div id={id} hidden={!isOpen}>
          {isOpen && children}
        </div>
      </section>
    )
  },
)
