import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { type Media, mediaContract } from '@recado/core/modules/media/contract'
import { FileUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { reportError } from '../../lib/errors.ts'
import { upload } from '../../lib/http/upload.ts'
import { useT } from '../../lib/i18n/i18n.ts'

interface FilePickProps {
  id: string
  /** For the file dialog: `image/*`. */
  accept: string
  file: Media | null
  onChange(file: Media | null): void
}

/** One file that belongs to a message; uploaded at once, so that the message itself is small. */
export function FilePick({ id, accept, file, onChange }: FilePickProps) {
  const t = useT('ui')
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (chosen: File) => {
    setProgress(0)
    try {
      onChange(await upload(mediaContract.routes.upload, { files: { file: chosen }, onProgress: setProgress }))
    } catch (error) {
      reportError(error)
    } finally {
      setProgress(null)
    }
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Button
        id={id}
        size="sm"
        variant="outlined"
        color="neutral"
        loading={progress !== null}
        startDecorator={<FileUp size={15} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(file ? 'file.change' : 'file.choose')}
      </Button>
      <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontSize: 'sm' }}>
        {progress === null ? file?.fileName : `${Math.round(progress * 100)} %`}
      </Box>
      {file && progress === null && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={t('file.remove', { name: file.fileName ?? '' })}
          onClick={() => onChange(null)}
        >
          <X size={15} />
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={t('file.choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void send(chosen)
        }}
      />
    </Box>
  )
}
