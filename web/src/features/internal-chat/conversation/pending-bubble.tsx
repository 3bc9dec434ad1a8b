import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import LinearProgress from '@mui/joy/LinearProgress'
import { Clock, FileText } from 'lucide-react'
import { FileName, fileCard } from '../../../chat-ui/file-card.tsx'
import { NamedText } from '../../../chat-ui/named-text.tsx'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import type { LocalMessage } from '../state/local-message.ts'
import { discardMessage, retryMessage } from '../state/outbox.ts'
import { bubbleStyles, footStyles, lineStyles, ownStyles } from './chat-bubble.tsx'
import { useChatSetting } from './chat-context.ts'
import { ChatQuote } from './chat-quote.tsx'

/** A message on its way, or one that could not be sent and waits for a decision. */
export function PendingBubble({ local, first }: { local: LocalMessage; first: boolean }) {
  const t = useT('internalChat')
  const ui = useT('ui')
  const { key, me } = useChatSetting()
  const { file, previewUrl, replyTo, body, progress } = local
  const isFailed = local.state === 'failed'
  return (
    <Box
      data-message={local.id}
      tabIndex={-1}
      role="article"
      aria-label={t('message.labelState', {
        text: body || (file?.name ?? ''),
        state: isFailed ? t('message.failed') : t('message.sending'),
      })}
      sx={{ pt: first ? 3 : 1, outlineOffset: -2 }}
    >
      <Box sx={{ ...lineStyles, flexDirection: 'row-reverse' }}>
        <Box className="bubble" sx={{ ...bubbleStyles, ...ownStyles }}>
          {replyTo && <ChatQuote message={replyTo} me={me} />}
          {file && (
            <Box sx={{ mb: 1 }}>
              {previewUrl ? (
                <Box component="img" src={previewUrl} alt={file.name} sx={previewStyles} />
              ) : (
                <Box sx={fileCard}>
                  <FileText size={22} aria-hidden />
                  <FileName name={file.name} note={formatBytes(file.size)} />
                </Box>
              )}
              {!isFailed && progress < 1 && (
                <LinearProgress
                  determinate
                  size="sm"
                  value={progress * 100}
                  aria-label={t('file.uploading', { name: file.name })}
                  sx={{ mt: 1 }}
                />
              )}
            </Box>
          )}
          {body !== '' && <NamedText body={body} mentions={[]} />}
          <Box sx={footStyles}>
            <Clock size={13} aria-hidden />
            {isFailed ? t('message.failed') : t('message.sending')}
          </Box>
        </Box>
      </Box>
      {isFailed && (
        <Box role="alert" sx={failureStyles}>
          <span>{local.problem}</span>
          <Button size="sm" variant="plain" color="danger" onClick={() => retryMessage(key, local)}>
            {ui('retry')}
          </Button>
          <Button size="sm" variant="plain" color="neutral" onClick={() => discardMessage(key, local)}>
            {t('message.discard')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

const previewStyles = {
  display: 'block',
  width: 280,
  maxWidth: '100%',
  maxHeight: 280,
  objectFit: 'cover',
  borderRadius: 6,
}
const failureStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, sm: 5 },
  fontSize: 'xs',
  color: 'danger.plainColor',
}
