import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { canUndo, undoSend } from '../sending/undo.ts'

/** Below an own message that waits: how long still, and the way to take it back. */
export function UndoLine({ message }: { message: LiveMessage }) {
  return canUndo(message) ? <Waiting message={message} /> : null
}

function Waiting({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  const until = Date.parse(message.scheduleDate ?? '')
  const [now, setNow] = useState(() => Date.now())
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const undo = async () => {
    setBusy(true)
    await undoSend(message)
    setBusy(false)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, fontSize: 'xs', mt: 0.5 }}>
      <span role="status" className="visually-hidden">
        {t('undo.told')}
      </span>
      <Box component="span" aria-hidden className="tabular" sx={{ color: 'text.secondary' }}>
        {seconds > 0 ? t('undo.waits', { count: seconds }) : t('undo.soon')}
      </Box>
      <Button
        size="sm"
        variant="soft"
        startDecorator={<Undo2 size={13} aria-hidden />}
        disabled={isBusy}
        onClick={() => void undo()}
      >
        {t('undo.undo')}
      </Button>
    </Box>
  )
}
