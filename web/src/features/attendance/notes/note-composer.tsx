import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import { Lock, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { isSendKey, MentionField } from '../../../chat-ui/mention-field.tsx'
import { MentionList } from '../../../chat-ui/mention-list.tsx'
import { composerFrame } from '../../../chat-ui/styles.ts'
import { useMention } from '../../../chat-ui/use-mention.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { changeNote, writeNote } from './note-actions.ts'
import { noteDrafts, noteMode } from './note-mode.ts'
import { useNotePeople } from './use-notes.ts'

const MAX = 4000

/** Where one writes to the team: it looks unlike the field for the customer, and nothing of it is ever sent. */
export const NoteComposer = observer(({ ticketId }: { ticketId: number }) => {
  const t = useT('attendance')
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [isSaving, setSaving] = useState(false)
  const edited = noteMode.edited(ticketId)
  const [editText, setEditText] = useState('')
  const text = edited ? editText : (noteDrafts.get(ticketId)?.text ?? '')
  const change = (next: string) => (edited ? setEditText(next) : noteDrafts.set(ticketId, { text: next }))
  const people = useNotePeople(ticketId, text.includes('@'))
  const mention = useMention({ field, text, people, onText: change })
  const canSave = text.trim() !== '' && text.length <= MAX && !isSaving

  // before the field is painted, so that what one types at once goes into it
  useLayoutEffect(() => {
    if (edited) setEditText(edited.notes)
    field.current?.focus()
  }, [edited])

  const save = async () => {
    if (!canSave) return
    mention.close()
    setSaving(true)
    const isDone = await (edited ? changeNote(edited, text.trim()) : writeNote(ticketId, text.trim()))
    setSaving(false)
    if (!isDone) return
    if (!edited) noteDrafts.drop(ticketId)
    noteMode.stop(ticketId)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mention.onKey(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      noteMode.stop(ticketId)
      return
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    void save()
  }
  return (
    <Box component="form" aria-label={t('notes.form')} sx={styles} onSubmit={(event) => event.preventDefault()}>
      <MentionList id={listId} mention={mention} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1, fontSize: 'xs', fontWeight: 600 }}>
        <Lock size={13} aria-hidden />
        <Box component="span" sx={{ flex: 1 }}>
          {t(edited ? 'notes.editing' : 'notes.private')}
        </Box>
        <IconButton size="sm" color="warning" aria-label={t('notes.leave')} onClick={() => noteMode.stop(ticketId)}>
          <X size={15} />
        </IconButton>
      </Box>
      <MentionField
        field={field}
        listId={listId}
        value={text}
        mention={mention}
        label={t('notes.field')}
        placeholder={t('notes.placeholder')}
        minRows={2}
        onText={change}
        onKeyDown={onKeyDown}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2 }}>
        {text.length > MAX && (
          <Box role="status" className="tabular" sx={{ fontSize: 'xs', color: 'danger.plainColor' }}>
            {MAX - text.length}
          </Box>
        )}
        <Button size="sm" color="warning" disabled={!canSave} loading={isSaving} onClick={() => void save()}>
          {t('notes.save')}
        </Button>
      </Box>
    </Box>
  )
})

const styles = {
  ...composerFrame,
  position: 'relative',
  bgcolor: 'warning.softBg',
  color: 'warning.softColor',
  borderColor: 'warning.outlinedBorder',
  borderStyle: 'dashed',
  '&:focus-within': { borderColor: 'warning.solidBg' },
}
