import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import LinearProgress from '@mui/joy/LinearProgress'
import { messagesContract } from '@recado/core/modules/messages/contract'
import { type ReactNode, useState } from 'react'
import { conversations } from '../../../entities/conversations.ts'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { outbox } from '../sending/outbox.ts'

/** Under a message of ours that is not through: how far its upload is, why it failed, and what can be done. */
export function Failure({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  const ui = useT('ui')
  const [isBusy, setBusy] = useState(false)
  const { local } = message
  const decide = async (decision?: 'resend' | 'sent') => {
    setBusy(true)
    try {
      const body = decision ? { decision } : {}
      const answer = await call(messagesContract.routes.retry, { params: { messageId: message.id }, body })
      conversations.peek(message.ticketId)?.take(answer)
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  if (local?.phase === 'sending' && local.progress !== null) {
    return (
      <Line>
        <LinearProgress
          determinate
          value={local.progress * 100}
          size="sm"
          aria-label={t('delivery.uploading')}
          sx={{ width: 120 }}
        />
        <Button size="sm" variant="plain" color="neutral" onClick={() => outbox.discard(message.id)} sx={small}>
          {ui('cancel')}
        </Button>
      </Line>
    )
  }
  if (local?.phase === 'failed') {
    return (
      <Line role="alert">
        <span>{t('failure.notSent', { reason: local.reason })}</span>
        <Button size="sm" variant="soft" color="danger" onClick={() => outbox.retry(message.id)} sx={small}>
          {ui('retry')}
        </Button>
        <Button size="sm" variant="plain" color="neutral" onClick={() => outbox.discard(message.id)} sx={small}>
          {t('failure.discard')}
        </Button>
      </Line>
    )
  }
  if (message.state === 'failed') {
    return (
      <Line>
        <span>
          {t('failure.notDelivered', { reason: message.failReason ?? message.failCode ?? t('failure.noReason') })}
        </span>
        <Button size="sm" variant="soft" color="danger" loading={isBusy} onClick={() => void decide()} sx={small}>
          {ui('retry')}
        </Button>
      </Line>
    )
  }
  if (message.state === 'unknown') {
    return (
      <Line tone="warning">
        <span>{t('failure.unknown')}</span>
        <Button
          size="sm"
          variant="soft"
          color="warning"
          loading={isBusy}
          onClick={() => void decide('resend')}
          sx={small}
        >
          {t('failure.resend')}
        </Button>
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          disabled={isBusy}
          onClick={() => void decide('sent')}
          sx={small}
        >
          {t('failure.wasSent')}
        </Button>
      </Line>
    )
  }
  return null
}

interface LineProps {
  children: ReactNode
  role?: 'alert'
  tone?: 'danger' | 'warning'
}

const Line = ({ children, role, tone = 'danger' }: LineProps) => (
  <Box
    role={role}
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 1,
      mt: 1,
      fontSize: 'xs',
      color: `${tone}.plainColor`,
    }}
  >
    {children}
  </Box>
)

const small = { minHeight: 24, py: 0, px: 2 }
