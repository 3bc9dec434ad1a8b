import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import { type Media, mediaContract } from '@recado/core/modules/media/contract'
import { FileUp, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { reportError } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format/numbers.ts'
import { upload } from '../../lib/http/upload.ts'
import { useT } from '../../lib/i18n/i18n.ts'

interface FilesPickProps {
  id: string
  describedBy?: string | undefined
  files: readonly Media[]
  max: number
  onChange(files: Media[]): void
}

/** Files that belong to a text; uploaded at once, so that what is saved is small. */
export function FilesPick({ id, describedBy, files, max, onChange }: FilesPickProps) {
  const t = useT('ui')
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const add = async (chosen: File[]) => {
    let all = [...files]
    try {
      for (const file of chosen.slice(0, max - files.length)) {
        setProgress(0)
        all = [...all, await upload(mediaContract.routes.upload, { files: { file }, onProgress: setProgress })]
        onChange(all)
      }
    } catch (error) {
      reportError(error)
    } finally {
      setProgress(null)
    }
  }
  return (
    <Box>
      {files.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
          {files.map((file) => {
            const name = file.fileName ?? file.mimeType
            return (
              <Box component="li" key={file.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: 'sm' }}>
                <Paperclip size={14} aria-hidden />
                <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                  {name}
                </Box>
                <Box className="tabular" sx={{ color: 'text.tertiary', fontSize: 'xs', flexShrink: 0 }}>
                  {formatBytes(file.size)}
                </Box>
                <IconButton
                  size="sm"
                  aria-label={t('file.remove', { name })}
                  onClick={() => onChange(files.filter((other) => other.id !== file.id))}
                >
                  <X size={15} />
                </IconButton>
              </Box>
            )
          })}
        </Box>
      )}
      {files.length < max && (
        <Button
          id={id}
          size="sm"
          variant="outlined"
          color="neutral"
          aria-describedby={describedBy}
          loading={progress !== null}
          loadingPosition="start"
          startDecorator={<FileUp size={15} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {progress === null ? t('file.choose') : `${Math.round(progress * 100)} %`}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('file.choose')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          void add(chosen)
        }}
      />
    </Box>
  )
}
