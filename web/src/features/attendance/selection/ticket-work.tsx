import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router-dom'
import { TicketTaskDialog } from '../../../ticket-work-ui/task-dialog.tsx'
import { TicketTasksDialog } from '../../../ticket-work-ui/tasks-dialog.tsx'

/** Which work is looked at: one by id, or the list of all. */
class Shown {
  work: number | 'all' | null = null
  constructor() {
    makeAutoObservable(this)
  }
  show(work: number | 'all' | null): void {
    this.work = work
  }
}

export const shownWork = new Shown()

/** Long work with tickets, over the screen; notices lead to it by the address. */
export const TicketWork = observer(() => {
  const [params, setParams] = useSearchParams()
  const fromAddress = Number(params.get('pdf'))
  const work = shownWork.work ?? (Number.isInteger(fromAddress) && fromAddress > 0 ? fromAddress : null)
  const close = () => {
    shownWork.show(null)
    if (!params.has('pdf')) return
    const rest = new URLSearchParams(params)
    rest.delete('pdf')
    setParams(rest, { replace: true })
  }
  if (work === null) return null
  if (work === 'all') return <TicketTasksDialog onOpen={(id) => shownWork.show(id)} onClose={close} />
  return <TicketTaskDialog key={work} id={work} onClose={close} />
})
