import Box from '@mui/joy/Box'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { unsigned } from './signature.ts'
import type { Asked } from './use-answer-guard.ts'

/** Shown before a second answer goes out: who else answers, and what they said. */
export function RivalDialog({ asked, onClose }: { asked: Asked; onClose(): void }) {
  const t = useT('attendance')
  const { kind, name, text } = asked.rival
  return (
    <ConfirmDialog
      title={t(`rival.${kind}`, { name })}
      text={
        kind === 'answered' ? (
          <>
            <Box component="blockquote" dir="auto" sx={quoteStyles}>
              {unsigned(text)}
            </Box>
            {t('rival.answeredText')}
          </>
        ) : (
          t('rival.typingText')
        )
      }
      confirmLabel={t('rival.send')}
      cancelLabel={t('rival.wait')}
      onConfirm={asked.send}
      onClose={onClose}
    />
  )
}

const quoteStyles = {
  m: 0,
  mb: 2,
  px: 3,
  py: 2,
  maxHeight: 200,
  overflowY: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  borderRadius: 8,
  bgcolor: 'background.ours',
  color: 'text.primary',
}
