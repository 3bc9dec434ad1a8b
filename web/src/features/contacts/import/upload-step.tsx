import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { contactTasksContract, type ImportTask } from '@recado/core/modules/contact-tasks/contract'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { describe } from '../../../lib/errors.ts'
import { upload } from '../../../lib/http/upload.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { saveText } from '../../../lib/save-text.ts'

const SAMPLE = 'Nome;Numero;E-mail;CPF\r\nAna Souza;5511987654321;ana@exemplo.com.br;123\r\n'

/** Which file. */
export function UploadStep({ onUploaded }: { onUploaded(task: ImportTask): void }) {
  const t = useT('contacts')
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File) => {
    setProgress(0)
    setProblem(null)
    try {
      onUploaded(await upload(contactTasksContract.routes.upload, { files: { file }, onProgress: setProgress }))
    } catch (error) {
      setProblem(describe(error).text)
    } finally {
      setProgress(null)
    }
  }
  return (
    <Stack spacing={3} alignItems="flex-start">
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
        <Button
          loading={progress !== null}
          loadingPosition="start"
          startDecorator={<FileUp size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {progress === null ? t('import.choose') : `${Math.round(progress * 100)} %`}
        </Button>
        <Button variant="plain" onClick={() => saveText(SAMPLE, 'modelo.csv', 'text/csv;charset=utf-8')}>
          {t('import.sample')}
        </Button>
      </Stack>
      <Typography level="body-sm" color="danger" role="alert">
        {problem}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv,text/plain"
        aria-label={t('import.choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void send(chosen)
        }}
      />
    </Stack>
  )
}
