import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import type { ChannelFeatures } from '@recado/sdk'
import { FileText, Film, Music, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Mentionable } from '../../../chat-ui/use-mention.ts'
import { formatBytes } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { type Attachment, attachments } from './attachments.ts'
import { CaptionField } from './caption-field.tsx'
import { takesCaption } from './limits.ts'

interface AttachmentTrayProps {
  ticketId: number
  features: ChannelFeatures | null
  /** Whom a caption can name. */
  people: readonly Mentionable[]
}

/** Files that will be sent, each with a caption of its own; the last one may take the text of the composer instead. */
export const AttachmentTray = observer(({ ticketId, features, people }: AttachmentTrayProps) => {
  const t = useT('attendance')
  const all = attachments.of(ticketId)
  if (all.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('composer.files')}
      sx={{
        listStyle: 'none',
        m: 0,
        mb: 2,
        p: 0,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        maxHeight: 260,
        overflowY: 'auto',
      }}
    >
      {all.map((attachment) => (
        <Box component="li" key={attachment.id} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Preview attachment={attachment} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', gap: 2, fontSize: 'xs', minWidth: 0 }}>
              <Box
                component="span"
                sx={{
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                  fontWeight: 550,
                }}
              >
                {attachment.file.name}
              </Box>
              <Box component="span" className="tabular" sx={{ flexShrink: 0, color: 'text.tertiary' }}>
                {formatBytes(attachment.file.size)}
              </Box>
            </Box>
            {takesCaption(features, attachment.kind) && (
              <CaptionField ticketId={ticketId} attachment={attachment} people={people} />
            )}
          </Box>
          <IconButton
            aria-label={t('composer.removeFile', { name: attachment.file.name })}
            onClick={() => attachments.remove(ticketId, attachment.id)}
          >
            <X size={16} />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
})

const ICONS = { audio: Music, voice: Music, video: Film, document: FileText, image: FileText, sticker: FileText }

function Preview({ attachment }: { attachment: Attachment }) {
  const Icon = ICONS[attachment.kind]
  return (
    <Box
      sx={{
        width: 44,
        height: 44,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: 6,
        overflow: 'hidden',
        bgcolor: 'background.level2',
      }}
    >
      {attachment.previewUrl && attachment.kind === 'image' ? (
        <img src={attachment.previewUrl} alt="" width={44} height={44} style={{ objectFit: 'cover' }} />
      ) : (
        <Icon size={20} aria-hidden />
      )}
    </Box>
  )
}
