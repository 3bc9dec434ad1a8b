import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { Clock, Lock, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRelative } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import type { PrimaryAction } from '../state/ticket-rules.ts'
import type { Block } from './sendability.ts'

interface GateProps {
  block: Block
  primary: PrimaryAction | null
  onPrimary(): void
  /** Writes although the window is closed. */
  onContinue(): void
  /** Sends an approved template, which is allowed at any time. */
  template: ReactNode
  /** A note may be written nevertheless. */
  note: ReactNode
}

/** Instead of the field: why nothing can be written, and what opens it. */
export function ComposerGate({ block, primary, onPrimary, onContinue, template, note }: GateProps) {
  const t = useT('attendance')
  const opens = block !== 'window' && primary !== null && primary !== 'resolve'
  return (
    <Box
      role="status"
      sx={{
        ...lineStyles,
        minHeight: 60,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.surface',
      }}
    >
      {block === 'window' ? <Clock size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
      <Box sx={{ flex: '0 1 auto' }}>{t(`blocked.${block}`)}</Box>
      {opens && (
        <Button size="sm" variant="soft" onClick={onPrimary}>
          {t(`actions.${primary}`)}
        </Button>
      )}
      {block === 'window' && template}
      {block === 'window' && (
        <Button size="sm" variant="plain" color="warning" onClick={onContinue} sx={{ flexShrink: 0 }}>
          {t('blocked.continue')}
        </Button>
      )}
      {note}
    </Box>
  )
}

/** Above the field: what will delay or soon end the writing. */
export function ComposerWarnings({
  isConnected,
  channel,
  windowEnd,
  isOutside,
}: {
  isConnected: boolean
  channel: string
  windowEnd: number | null
  /** The window is closed, and the person goes on. */
  isOutside: boolean
}) {
  const t = useT('attendance')
  return (
    <>
      {!isConnected && (
        <Warning icon={<PlugZap size={14} aria-hidden />}>{t('warning.disconnected', { channel })}</Warning>
      )}
      {isOutside && <Warning icon={<Clock size={14} aria-hidden />}>{t('warning.outside')}</Warning>}
      {windowEnd !== null && (
        <Warning icon={<Clock size={14} aria-hidden />}>
          {t('warning.window', { when: formatRelative(windowEnd) })}
        </Warning>
      )}
    </>
  )
}

const Warning = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Box
    role="status"
    sx={{ ...lineStyles, py: 1, bgcolor: 'warning.softBg', color: 'warning.softColor', fontSize: 'xs' }}
  >
    {icon}
    {children}
  </Box>
)

const lineStyles = {
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 3,
  px: 4,
  fontSize: 'sm',
  color: 'text.secondary',
}
