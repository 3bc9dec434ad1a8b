import Box from '@mui/joy/Box'
import type { ChannelFeatures } from '@recado/sdk'
import { runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Segments } from '../../../ui/segments.tsx'
import { privateReplies } from './comment-reply.ts'

/** Where the answer to a comment goes: below it, for everybody, or to its author alone. */
export const CommentSwitch = observer(
  ({ ticketId, comments }: { ticketId: number; comments: NonNullable<ChannelFeatures['comments']> }) => {
    const t = useT('attendance')
    const choices = [
      ...(comments.publicReply ? [{ value: 'public' as const, label: t('comment.public') }] : []),
      ...(comments.privateReply ? [{ value: 'private' as const, label: t('comment.private') }] : []),
    ]
    const isPrivate = privateReplies.has(ticketId)
    if (choices.length < 2) return null
    return (
      <Box sx={{ mb: 1 }}>
        <Segments
          label={t('comment.label')}
          value={isPrivate ? 'private' : 'public'}
          choices={choices}
          onChange={(value) =>
            runInAction(() => (value === 'private' ? privateReplies.add(ticketId) : privateReplies.delete(ticketId)))
          }
        />
      </Box>
    )
  },
)
