import Button from '@mui/joy/Button'
import LinearProgress from '@mui/joy/LinearProgress'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { reportError } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { usePanelHost } from '../host.ts'
import { textOf, type WidgetProps } from './types.ts'

/** Uploads at once; the form keeps the media id. */
export function FileWidget({ value, disabled, onChange }: WidgetProps) {
  const t = useT('pluginUi')
  const host = usePanelHost()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [fileName, setFileName] = useState('')
  const send = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      onChange(await host.upload(file, setShare))
      setFileName(file.name)
    } catch (error) {
      reportError(error)
    } finally {
      setShare(null)
    }
  }
  const set = textOf(value) !== ''
  return (
    <Stack direction="row" spacing={2} alignItems="center">
      <input ref={input} type="file" hidden onChange={(event) => void send(event.target.files?.[0])} />
      <Button
        variant="outlined"
        color="neutral"
        disabled={disabled || share !== null}
        startDecorator={<Upload size={16} />}
        onClick={() => input.current?.click()}
      >
        {set ? t('file.replace') : t('file.choose')}
      </Button>
      {share !== null && (
        <LinearProgress determinate value={share * 100} aria-label={t('file.sending')} sx={{ flex: 1 }} />
      )}
      {share === null && set && (
        <>
          <Typography level="body-sm" noWrap sx={{ flex: 1 }}>
            {fileName || t('file.kept')}
          </Typography>
          <Button variant="plain" color="danger" disabled={disabled} onClick={() => onChange(undefined)}>
            {t('file.remove')}
          </Button>
        </>
      )}
    </Stack>
  )
}
