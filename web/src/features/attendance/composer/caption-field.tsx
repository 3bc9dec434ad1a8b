import Input from '@mui/joy/Input'
import { useId, useRef } from 'react'
import { MentionList, optionId } from '../../../chat-ui/mention-list.tsx'
import { type Mentionable, useMention } from '../../../chat-ui/use-mention.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { type Attachment, attachments } from './attachments.ts'

interface CaptionFieldProps {
  ticketId: number
  attachment: Attachment
  /** Whom it can name after an `@`. */
  people: readonly Mentionable[]
}

/** What stands below a file. */
export function CaptionField({ ticketId, attachment: { id, caption, file }, people }: CaptionFieldProps) {
  const t = useT('attendance')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const change = (next: string) => attachments.caption(ticketId, id, next)
  const mention = useMention({ field, text: caption, people, onText: change })
  const person = mention.found[mention.active]
  return (
    <>
      <Input
        size="sm"
        variant="plain"
        value={caption}
        placeholder={t('composer.caption')}
        onChange={({ target }) => {
          change(target.value)
          mention.look(target.value, target.selectionStart ?? target.value.length)
        }}
        onKeyDown={mention.onKey}
        onBlur={mention.close}
        slotProps={{
          input: {
            ref: field,
            'aria-label': t('composer.captionOf', { name: file.name }),
            ...(person
              ? {
                  'aria-controls': listId,
                  'aria-activedescendant': optionId(listId, person.key),
                  'aria-autocomplete': 'list' as const,
                }
              : {}),
          },
        }}
        sx={{ px: 0, '--Input-minHeight': '26px', bgcolor: 'transparent' }}
      />
      <MentionList id={listId} mention={mention} isInline />
    </>
  )
}
