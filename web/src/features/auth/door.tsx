import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { APP_NAME } from '../../lib/app-name.ts'
import { describe } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/i18n/languages.ts'
import { speakAtTheDoor } from '../../lib/session/language.ts'
import { Mark } from '../../ui/mark.tsx'

interface DoorProps {
  title: string
  text?: string
  error: unknown
  onSubmit(): void
  children: ReactNode
}

/** The frame of the screens before the login. */
export function Door({ title, text, error, onSubmit, children }: DoorProps) {
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Box component="main" sx={{ height: '100dvh', overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ m: 'auto', width: '100%', maxWidth: 400, px: 4, py: 6 }}>
        <Stack direction="row" spacing={3} alignItems="center" sx={{ mb: 6 }}>
          <Mark size={36} />
          <Typography level="title-lg" sx={{ fontWeight: 650, letterSpacing: '-0.01em' }}>
            {APP_NAME}
          </Typography>
        </Stack>
        <Sheet variant="outlined" component="form" noValidate onSubmit={submit} sx={{ p: 6, borderRadius: 8 }}>
          <Typography level="h4" component="h1">
            {title}
          </Typography>
          {text && (
            <Typography level="body-sm" sx={{ mt: 1 }}>
              {text}
            </Typography>
          )}
          <Stack spacing={4} sx={{ mt: 5 }}>
            <Refusal error={error} />
            {children}
          </Stack>
        </Sheet>
        <Languages />
      </Box>
    </Box>
  )
}

function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  const { text, detail } = describe(error)
  return (
    <Alert role="alert" color="danger" variant="soft" startDecorator={<TriangleAlert size={18} aria-hidden />}>
      <Box>
        {text}
        {detail && (
          <Typography level="body-xs" textColor="inherit" sx={{ opacity: 0.75 }}>
            {detail}
          </Typography>
        )}
      </Box>
    </Alert>
  )
}

function Languages() {
  const t = useT('auth')
  const { i18n } = useTranslation()
  return (
    <Stack
      component="nav"
      aria-label={t('login.language')}
      direction="row"
      spacing={4}
      justifyContent="center"
      sx={{ mt: 5 }}
    >
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          component="button"
          type="button"
          level="body-xs"
          lang={language}
          color="neutral"
          aria-current={i18n.language === language}
          onClick={() => void speakAtTheDoor(language)}
          sx={{ minHeight: 24, '&[aria-current=true]': { fontWeight: 600, color: 'text.primary' } }}
        >
          {LANGUAGE_NAMES[language]}
        </Link>
      ))}
    </Stack>
  )
}
