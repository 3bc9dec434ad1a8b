import Box from '@mui/joy/Box'
import type { Media } from '@recado/core/modules/media/contract'
import { Download, FileText, ImageOff } from 'lucide-react'
import { downloadUrl, FileName, fileCard } from '../../../chat-ui/file-card.tsx'
import { Picture } from '../../../chat-ui/picture.tsx'
import { useMedia } from '../../../chat-ui/use-media.ts'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Pictures that every browser draws. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/

/** A file of a message: pictures, films and sound play here, everything else is saved. */
export function ChatFile({ media: given }: { media: Media }) {
  const t = useT('internalChat')
  const { media, isBroken, renew } = useMedia(given)
  const name = media.fileName ?? t('file.unnamed')
  if (isBroken || media.state !== 'ready' || !media.url) {
    return (
      <Box sx={fileCard}>
        <ImageOff size={20} aria-hidden />
        <FileName name={name} note={t('file.lost')} />
      </Box>
    )
  }
  const [kind] = media.mimeType.split('/')
  if (SHOWN.test(media.mimeType))
    return <Picture url={media.url} thumbUrl={media.thumbUrl} size={media} name={name} onError={renew} />
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
      sx={fileCard}
    >
      <FileText size={22} aria-hidden />
      <FileName name={name} note={formatBytes(media.size)} />
      <Download size={16} aria-hidden />
    </Box>
  )
}

const filmStyles = { display: 'block', width: 300, maxWidth: '100%', maxHeight: 340, borderRadius: 6 }
const soundStyles = { display: 'block', width: 280, maxWidth: '100%' }
