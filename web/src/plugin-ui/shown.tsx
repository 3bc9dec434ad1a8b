import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import LinearProgress from '@mui/joy/LinearProgress'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Shown } from '@recado/sdk'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** A QR code, a code to type, a link or a text, large, with what to do and how long it is good. */
export function ShownValue({ shown }: { shown: Shown }) {
  const t = useT('pluginUi')
  return (
    <Stack spacing={4} alignItems={shown.as === 'text' ? 'stretch' : 'center'}>
      {shown.message && (
        <Typography level="body-md" textColor="text.primary" sx={messageStyles}>
          {shown.message}
        </Typography>
      )}
      {shown.as === 'qr' && <QrCode text={shown.value} label={t('shown.qr')} />}
      {shown.as === 'code' && (
        <Stack direction="row" spacing={2} alignItems="center">
          <Typography
            level="h1"
            component="output"
            className="tabular"
            sx={{ letterSpacing: '0.12em', fontFamily: 'code', fontSize: { xs: '1.75rem', sm: '2.25rem' } }}
          >
            {shown.value}
          </Typography>
          <CopyButton text={shown.value} />
        </Stack>
      )}
      {shown.as === 'link' && (
        <Stack direction="row" spacing={2} alignItems="center">
          <Button
            component="a"
            href={safeLink(shown.value)}
            target="_blank"
            rel="noopener noreferrer"
            endDecorator={<ExternalLink size={16} />}
          >
            {t('shown.open')}
          </Button>
          <CopyButton text={shown.value} label={t('shown.copyLink')} />
        </Stack>
      )}
      {shown.as === 'text' && <Snippet text={shown.value} />}
      {shown.expiresAt !== undefined && <Countdown key={shown.value} until={shown.expiresAt} />}
    </Stack>
  )
}

/** Addresses and tokens in it break where they have to. */
const messageStyles = { alignSelf: 'stretch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }

/** Only the web: a plugin's text must not become a script. */
const safeLink = (href: string): string => (/^https?:\/\//i.test(href) ? href : '#')

/** A text to copy whole: a snippet, an address, a set of lines. */
export function Snippet({ text }: { text: string }) {
  return (
    <Sheet variant="soft" sx={{ position: 'relative', borderRadius: 6, p: 3, pr: 10 }}>
      <Box
        component="pre"
        tabIndex={0}
        sx={{ m: 0, fontFamily: 'code', fontSize: 'xs', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Box>
      <Box sx={{ position: 'absolute', top: 4, right: 4 }}>
        <CopyButton text={text} />
      </Box>
    </Sheet>
  )
}

function Countdown({ until }: { until: number }) {
  const t = useT('pluginUi')
  const start = useRef(Date.now())
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const whole = Math.max(1, until - start.current)
  return (
    <Box sx={{ width: 264, maxWidth: '100%' }}>
      <LinearProgress
        determinate
        thickness={4}
        color={seconds > 10 ? 'primary' : 'warning'}
        value={Math.max(0, Math.min(100, ((until - now) / whole) * 100))}
        aria-label={t('shown.timeLeft')}
      />
      <Typography level="body-xs" className="tabular" sx={{ mt: 1, textAlign: 'center' }}>
        {seconds > 120 && t('shown.minutes', { count: Math.ceil(seconds / 60) })}
        {seconds > 0 && seconds <= 120 && t('shown.seconds', { count: seconds })}
        {seconds === 0 && t('shown.expired')}
      </Typography>
    </Box>
  )
}
