import Box from '@mui/joy/Box'
import CircularProgress from '@mui/joy/CircularProgress'
import type { Media } from '@recado/core/modules/media/contract'
import type { ContentOf } from '@recado/sdk'
import { Download, Eye, FileText, FileX, ImageOff, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { downloadUrl, FileName, fileCard } from '../../../chat-ui/file-card.tsx'
import { Picture } from '../../../chat-ui/picture.tsx'
import { useMedia } from '../../../chat-ui/use-media.ts'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { reportError } from '../../../lib/errors.ts'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { AudioPlayer } from './audio-player.tsx'
import { previewOf } from './preview.ts'

const DocumentPreview = lazy(async () => ({ default: (await import('./document-preview.tsx')).DocumentPreview }))

type MediaContent = ContentOf<'media'>

/** A file of a message in whatever state it is: here, still at the provider, lost, or on its way out. */
export function MediaView({ message, content }: { message: LiveMessage; content: MediaContent }) {
  if (message.local) return <LocalMedia message={message} content={content} />
  if (!message.media) return <Absent content={content} why="failed" />
  return <StoredMedia media={message.media} content={content} />
}

function StoredMedia({ media: given, content }: { media: Media; content: MediaContent }) {
  const t = useT('attendance')
  const { media, isBroken, renew, fetchAgain } = useMedia(given)
  if (media.state !== 'ready') return <Absent content={content} why={media.state} onFetch={fetchAgain} />
  if (isBroken || !media.url) return <Absent content={content} why="failed" />
  const name = media.fileName ?? content.media.fileName ?? ''
  switch (content.kind) {
    case 'image':
    case 'sticker':
      return (
        <Picture
          url={media.url}
          thumbUrl={media.thumbUrl}
          size={media}
          isSticker={content.kind === 'sticker'}
          name={name || t('kinds.image')}
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
          sx={{ ...fileCard, font: 'inherit', textAlign: 'start', cursor: 'zoom-in' }}
        >
          <FileText size={22} aria-hidden />
          <FileName name={name || t('kinds.document')} note={formatBytes(size)} />
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
      sx={fileCard}
    >
      <FileText size={22} aria-hidden />
      <FileName name={name || t('kinds.document')} note={formatBytes(size)} />
      <Download size={16} aria-hidden />
    </Box>
  )
}

interface AbsentProps {
  content: MediaContent
  why: 'pending' | 'failed'
  /** Asks the channel for it once more. */
  onFetch?(): Promise<void>
}

function Absent({ content, why, onFetch }: AbsentProps) {
  const t = useT('attendance')
  const ui = useT('ui')
  const [isAsking, setAsking] = useState(false)
  const isPending = why === 'pending' || isAsking
  const name = content.media.fileName ?? t(`kinds.${content.kind}`)
  const Sign = content.kind === 'image' || content.kind === 'sticker' ? ImageOff : FileX
  const ask = async () => {
    setAsking(true)
    await onFetch?.().catch(reportError)
    setAsking(false)
  }
  return (
    <Box sx={fileCard}>
      {isPending ? <CircularProgress size="sm" aria-hidden /> : <Sign size={20} aria-hidden />}
      <FileName name={name} note={isPending ? t('media.pending') : t('media.failed')} />
      {why === 'failed' && onFetch && (
        <ToolButton label={ui('retry')} disabled={isAsking} onClick={() => void ask()}>
          <RefreshCw size={16} />
        </ToolButton>
      )}
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
    <Box sx={fileCard}>
      <FileText size={22} aria-hidden />
      <FileName name={local.file?.name ?? t('kinds.document')} note={formatBytes(local.file?.size ?? 0)} />
    </Box>
  )
}

const filmStyles = {
  display: 'block',
  width: 280,
  maxWidth: '100%',
  maxHeight: 340,
  borderRadius: 6,
  bgcolor: 'background.level2',
}
