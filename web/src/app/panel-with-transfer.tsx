import { TransferDialog } from '../features/attendance/dialogs/transfer-dialog.tsx'
import { PanelScreen } from '../features/dashboard/panel/panel-screen.tsx'

/** The service panel, from which tickets are transferred as from the conversation. */
export const Screen = () => (
  <PanelScreen transfer={(tickets, onClose) => <TransferDialog tickets={tickets} onClose={onClose} />} />
)
