import Box from '@mui/joy/Box'
import CircularProgress from '@mui/joy/CircularProgress'
import type { Media } from '@recado/core/modules/media/contract'
import type { ContentOf } from '@recado/sdk'
import { Download, Eye, FileText, ImageOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { AudioPlayer } from './audio-player.tsx'
import { Lightbox } from './lightbox.tsx'
import { previewOf } from './preview.ts'
import { downloadUrl, useMedia } from './use-media.ts'

const DocumentPreview = lazy(async () => ({ default: (await import('./document-preview.tsx')).DocumentPreview }))

type MediaContent = ContentOf<'media'>

/** A file of a message in whatever state it is: here, still at the provider, lost, or on its way out. */
export function MediaView({ message, content }: { message: LiveMessage; content: MediaContent }) {
  if (message.local) return <LocalMedia message={message} content={content} />
  if (!message.media) return <Absent content={content} why="failed" />
  return <StoredMedia media={message.media} content={content} />
}

function StoredMedia({ media: given, content }: { media: Media; content: MediaContent }) {
  const { media, isBroken, renew } = useMedia(given)
  if (media.state !== 'ready') return <Absent content={content} why={media.state} />
  if (isBroken || !media.url) return <Absent content={content} why="failed" />
  const name = media.fileName ?? content.media.fileName ?? ''
  switch (content.kind) {
    case 'image':
    case 'sticker':
      return (
        <Picture
          url={media.url}
          thumbUrl={media.thumbUrl}
          media={media}
          isSticker={content.kind === 'sticker'}
          name={name}
          onError={renew}
        />
      )
    case 'video':
      return <Box component="video" src={media.url} controls preload="metadata" onError={renew} sx={filmStyles} />
    case 'audio':
    case 'voice':
      return (
        <AudioPlayer
          url={media.url}
          isVoice={content.kind === 'voice'}
          duration={content.media.durationSeconds}
          onError={renew}
        />
      )
    default:
      return <Document url={media.url} name={name} media={media} />
  }
}

interface PictureProps {
  url: string
  thumbUrl: string | null
  media: Pick<Media, 'width' | 'height'>
  isSticker: boolean
  name: string
  onError(): void
}

/** Keeps its place while it loads, so that nothing jumps. */
function Picture({ url, thumbUrl, media, isSticker, name, onError }: PictureProps) {
  const t = useT('attendance')
  const [isOpen, setOpen] = useState(false)
  const label = name || t('kinds.image')
  const widest = isSticker ? 140 : 280
  const ratio = media.width && media.height ? Math.min(2.4, Math.max(0.6, media.width / media.height)) : 4 / 3
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-label={t('media.enlarge', { name: label })}
        onClick={() => setOpen(true)}
        sx={{
          p: 0,
          border: 0,
          background: 'none',
          cursor: 'zoom-in',
          display: 'block',
          maxWidth: '100%',
          borderRadius: 6,
          overflow: 'hidden',
        }}
      >
        <Box
          component="img"
          src={thumbUrl ?? url}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={onError}
          sx={{
            display: 'block',
            width: widest,
            maxWidth: '100%',
            aspectRatio: String(ratio),
            objectFit: isSticker ? 'contain' : 'cover',
            ...(isSticker ? {} : { bgcolor: 'background.level2' }),
          }}
        />
      </Box>
      {isOpen && <Lightbox url={url} name={label} onClose={() => setOpen(false)} />}
    </>
  )
}

function Document({ url, name, media }: { url: string; name: string; media: Pick<Media, 'mimeType' | 'size'> }) {
  const t = useT('attendance')
  const [isOpen, setOpen] = useState(false)
  const preview = previewOf(media)
  const { size } = media
  if (preview) {
    return (
      <>
        <Box
          component="button"
          type="button"
          aria-label={t('media.lookAt', { name })}
          onClick={() => setOpen(true)}
          sx={{ ...cardStyles, font: 'inherit', textAlign: 'start', cursor: 'zoom-in' }}
        >
          <FileText size={22} aria-hidden />
          <Named name={name || t('kinds.document')} note={formatBytes(size)} />
          <Eye size={16} aria-hidden />
        </Box>
        <Suspense fallback={null}>
          {isOpen && <DocumentPreview url={url} name={name} preview={preview} onClose={() => setOpen(false)} />}
        </Suspense>
      </>
    )
  }
  return (
    <Box
      component="a"
      href={downloadUrl(url)}
      download={name}
      aria-label={t('media.downloadName', { name })}
      sx={cardStyles}
    >
      <FileText size={22} aria-hidden />
      <Named name={name || t('kinds.document')} note={formatBytes(size)} />
      <Download size={16} aria-hidden />
    </Box>
  )
}

function Absent({ content, why }: { content: MediaContent; why: 'pending' | 'failed' }) {
  const t = useT('attendance')
  const name = content.media.fileName ?? t(`kinds.${content.kind}`)
  return (
    <Box sx={cardStyles}>
      {why === 'pending' ? <CircularProgress size="sm" aria-hidden /> : <ImageOff size={20} aria-hidden />}
      <Named name={name} note={why === 'pending' ? t('media.pending') : t('media.failed')} />
    </Box>
  )
}

function LocalMedia({ message, content }: { message: LiveMessage; content: MediaContent }) {
  const t = useT('attendance')
  const { local } = message
  if (!local) return null
  const url = local.previewUrl
  if (url && (content.kind === 'image' || content.kind === 'sticker')) {
    return (
      <Box
        component="img"
        src={url}
        alt={local.file?.name ?? t('kinds.image')}
        sx={{ ...filmStyles, objectFit: 'cover' }}
      />
    )
  }
  if (url && (content.kind === 'voice' || content.kind === 'audio')) {
    return <AudioPlayer url={url} isVoice={content.kind === 'voice'} onError={() => undefined} />
  }
  return (
    <Box sx={cardStyles}>
      <FileText size={22} aria-hidden />
      <Named name={local.file?.name ?? t('kinds.document')} note={formatBytes(local.file?.size ?? 0)} />
    </Box>
  )
}

const Named = ({ name, note }: { name: string; note: string }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    <Box sx={{ fontSize: 'sm', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {name}
    </Box>
    <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{note}</Box>
  </Box>
)

const filmStyles = {
  display: 'block',
  width: 280,
  maxWidth: '100%',
  maxHeight: 340,
  borderRadius: 6,
  bgcolor: 'background.level2',
}

const cardStyles = {
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
