import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import { Download } from 'lucide-react'
import { APP_NAME } from '../../lib/app-name.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Shown once, to be kept where the telephone is not. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useT('auth')
  const text = codes.join('\n')
  return (
    <Stack spacing={2}>
      <Sheet variant="soft" sx={{ p: 3, borderRadius: 8 }}>
        <Box
          component="ul"
          aria-label={t('codes.title')}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
            gap: 1.5,
            fontFamily: 'code',
            fontSize: 'sm',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </Sheet>
      <Stack direction="row" spacing={1} alignItems="center">
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={`${APP_NAME.toLowerCase()}-${t('codes.file')}.txt`}
          startDecorator={<Download size={15} aria-hidden />}
        >
          {t('codes.download')}
        </Button>
        <CopyButton text={text} label={t('codes.copy')} />
      </Stack>
    </Stack>
  )
}
