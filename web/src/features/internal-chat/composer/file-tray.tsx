import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import { FileText, X } from 'lucide-react'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { keyOfFile } from './take-files.ts'

interface FileTrayProps {
  files: readonly File[]
  onRemove(file: File): void
}

/** Files that go with the next message, each as a message of its own. */
export function FileTray({ files, onRemove }: FileTrayProps) {
  const t = useT('internalChat')
  if (files.length === 0) return null
  return (
    <Box component="ul" aria-label={t('composer.files')} sx={listStyles}>
      {files.map((file) => (
        <Box component="li" key={keyOfFile(file)} sx={itemStyles}>
          <FileText size={16} aria-hidden />
          <Box component="span" sx={nameStyles}>
            {file.name}
          </Box>
          <Box component="span" className="tabular" sx={{ color: 'text.tertiary', flexShrink: 0 }}>
            {formatBytes(file.size)}
          </Box>
          <IconButton
            size="sm"
            aria-label={t('composer.removeFile', { name: file.name })}
            onClick={() => onRemove(file)}
          >
            <X size={14} />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
}

const listStyles = {
  listStyle: 'none',
  m: 0,
  mb: 1,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  maxHeight: 160,
  overflowY: 'auto',
}
const itemStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  pl: 2,
  minWidth: 0,
  maxWidth: '100%',
  borderRadius: 6,
  fontSize: 'xs',
  bgcolor: 'background.level1',
}
const nameStyles = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 550 }
