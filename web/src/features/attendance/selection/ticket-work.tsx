import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useUrlText } from '../../../lib/use-url-state.ts'
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
  const [pdf, setPdf] = useUrlText('pdf')
  const fromAddress = Number(pdf)
  const work = shownWork.work ?? (Number.isInteger(fromAddress) && fromAddress > 0 ? fromAddress : null)
  const close = () => {
    shownWork.show(null)
    if (pdf !== '') setPdf('')
  }
  if (work === null) return null
  if (work === 'all') return <TicketTasksDialog onOpen={(id) => shownWork.show(id)} onClose={close} />
  return <TicketTaskDialog key={work} id={work} onClose={close} />
})
