import { observer } from 'mobx-react-lite'
import { useT } from '../lib/i18n/i18n.ts'
import type { Selection } from './selection.ts'

interface RowCheckProps {
  selection: Selection
  id: number
  name: string
  /** Ids in the order of the list. */
  order(): readonly number[]
}

/** The box that picks a row; shows when the row is pointed at, or some are picked. */
export const RowCheck = observer(({ selection, id, name, order }: RowCheckProps) => {
  const t = useT('ticketWorkUi')
  return (
    <input
      type="checkbox"
      className={selection.isOn ? 'row-check row-checking' : 'row-check'}
      aria-label={t('select.one', { name })}
      // without a selection the keys of the list pick, and Tab goes from row to row
      tabIndex={selection.isOn ? 0 : -1}
      checked={selection.has(id)}
      onChange={(event) => {
        const { nativeEvent } = event
        selection.toggle(id, order(), nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }}
    />
  )
})
