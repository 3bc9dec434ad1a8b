import Box from '@mui/joy/Box'
import { type Media, mediaContract } from '@recado/core/modules/media/contract'
import { Download, FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Picture } from './picture.tsx'

/** Pictures that every browser draws. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/

const downloadUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}download=true`

/** A file of a message: pictures, films and sound play here, everything else is saved. */
export function ChatFile({ media: given }: { media: Media }) {
  const t = useT('internalChat')
  const [fresh, setFresh] = useState<Media | null>(null)
  const [isLost, setLost] = useState(false)
  const media = fresh?.id === given.id ? fresh : given
  // addresses are short-lived: a new one is asked for once
  const renew = () => {
    if (fresh) setLost(true)
    else call(mediaContract.routes.get, { params: { id: given.id }, quiet: true }).then(setFresh, () => setLost(true))
  }
  const name = media.fileName ?? t('file.unnamed')
  if (isLost || media.state !== 'ready' || !media.url) {
    return (
      <Box sx={cardStyles}>
        <ImageOff size={20} aria-hidden />
        <Named name={name} note={t('file.lost')} />
      </Box>
    )
  }
  const [kind] = media.mimeType.split('/')
  if (SHOWN.test(media.mimeType)) return <Picture media={media} name={name} onError={renew} />
  if (kind === 'video')
    return <Box component="video" src={media.url} controls preload="metadata" onError={renew} sx={filmStyles} />
  if (kind === 'audio')
    return <Box component="audio" src={media.url} controls preload="metadata" onError={renew} sx={soundStyles} />
  return (
    <Box
      component="a"
      href={downloadUrl(media.url)}
      download={name}
      aria-label={t('file.save', { name })}
      sx={cardStyles}
    >
      <FileText size={22} aria-hidden />
      <Named name={name} note={formatBytes(media.size)} />
      <Download size={16} aria-hidden />
    </Box>
  )
}

export const Named = ({ name, note }: { name: string; note: string }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    <Box sx={{ fontSize: 'sm', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {name}
    </Box>
    <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{note}</Box>
  </Box>
)

export const cardStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  width: 264,
  maxWidth: '100%',
  p: 2,
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}

const filmStyles = { display: 'block', width: 300, maxWidth: '100%', maxHeight: 340, borderRadius: 6 }
const soundStyles = { display: 'block', width: 280, maxWidth: '100%' }
