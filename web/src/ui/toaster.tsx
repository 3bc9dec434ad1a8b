import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOAST_DURATION } from '../lib/constants.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { type Toast, toasts } from '../lib/toasts.ts'

const ICONS = { neutral: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** Above the bar of a phone, which is the foot of dialogs there; in a window, off its edge. */
const LOWEST = { xs: 72, sm: 16 }
/** Below the buttons at the head of a conversation, and between a notice and what it stays above. */
const [HEAD, GAP] = [68, 8]

/**
 * The place of short notices: bottom right, above everything but where people write, read out politely. Lists and
 * catalogues are hidden from screen readers while a dialog is open; notices are not.
 */
export const Toaster = observer(() => {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    document.body.append(host)
    const watch = new MutationObserver(() => host.removeAttribute('aria-hidden'))
    watch.observe(host, { attributeFilter: ['aria-hidden'] })
    return () => {
      watch.disconnect()
      host.remove()
    }
  }, [host])
  const bottom = (lowest: number) => Math.max(lowest, toasts.floor + GAP)
  return createPortal(
    <Stack
      role="status"
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        right: { xs: 8, sm: 16 },
        left: { xs: 8, sm: 'auto' },
        bottom: { xs: bottom(LOWEST.xs), sm: bottom(LOWEST.sm) },
        width: { sm: 380 },
        maxHeight: `calc(100dvh - ${bottom(LOWEST.xs) + HEAD}px)`,
        gap: 2,
        // the newest is at the foot; what does not fit leaves at the head
        justifyContent: 'flex-end',
        overflow: 'clip',
        overflowClipMargin: '16px',
        pointerEvents: 'none',
      }}
    >
      {toasts.list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Stack>,
    host,
  )
})

function ToastCard({ toast }: { toast: Toast }) {
  const t = useT('ui')
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toasts.dismiss(toast.id), TOAST_DURATION)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  const Icon = ICONS[toast.tone]
  return (
    <Box
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        pointerEvents: 'auto',
        '@keyframes in': { from: { opacity: 0, translate: '0 8px' } },
        animation: 'in 140ms',
      }}
    >
      <Sheet variant="outlined" color={toast.tone} sx={cardStyles}>
        <Box sx={{ color: `${toast.tone}.plainColor`, lineHeight: 0, pt: 1 }}>
          <Icon size={18} aria-hidden />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, pt: 0.5 }}>
          <Typography level="body-sm" textColor="text.primary" sx={{ overflowWrap: 'anywhere' }}>
            {toast.text}
          </Typography>
          {toast.detail && (
            <Typography level="body-xs" sx={{ overflowWrap: 'anywhere' }}>
              {toast.detail}
            </Typography>
          )}
          {toast.action && (
            <Button
              variant="plain"
              sx={{ mt: 1, ml: -2 }}
              onClick={() => {
                toast.action?.run()
                toasts.dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </Box>
        <IconButton color="neutral" aria-label={t('close')} onClick={() => toasts.dismiss(toast.id)}>
          <X size={16} />
        </IconButton>
      </Sheet>
    </Box>
  )
}

const cardStyles = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 3,
  p: 3,
  borderRadius: 8,
  bgcolor: 'background.popup',
  boxShadow: 'md',
}
