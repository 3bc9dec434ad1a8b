import Box from '@mui/joy/Box'
import { useT } from '../lib/i18n/i18n.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { MentionState } from './use-mention.ts'

interface MentionListProps {
  id: string
  mention: Pick<MentionState, 'isOpen' | 'found' | 'active' | 'setActive' | 'pick'>
  /** Takes its place in the flow, where something above would cut it off. */
  isInline?: boolean
}

export const optionId = (id: string, key: string): string => `${id}-${key}`

/** Those who can be named, above the field (or below it, inline), while a name is written after `@`. */
export function MentionList({ id, mention, isInline = false }: MentionListProps) {
  const { isOpen, found, active, setActive, pick } = mention
  const t = useT('chatUi')
  if (!isOpen) return null
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('mention')}
      sx={{ ...listStyles, ...(isInline ? { position: 'static', boxShadow: 'none' } : {}) }}
    >
      {found.map((person, index) => (
        <Box
          key={person.key}
          id={optionId(id, person.key)}
          role="option"
          aria-selected={index === active}
          onPointerEnter={() => setActive(index)}
          // before the field would lose the cursor
          onPointerDown={(event) => {
            event.preventDefault()
            pick(person)
          }}
          sx={{
            ...optionStyles,
            ...(index === active ? { bgcolor: 'primary.softBg', color: 'primary.softColor' } : {}),
          }}
        >
          <Avatar name={person.name} src={person.profilePicUrl} size={24} />
          <bdi>{person.name}</bdi>
          {person.hint && (
            <Box component="span" sx={{ ml: 'auto', fontSize: 'xs', color: 'text.secondary' }}>
              {person.hint}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}

const listStyles = {
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 'calc(100% + 6px)',
  zIndex: 10,
  maxHeight: 240,
  overflowY: 'auto',
  p: 1,
  borderRadius: 8,
  bgcolor: 'background.popup',
  color: 'text.primary',
  boxShadow: 'lg',
}
const optionStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 2,
  py: 1.5,
  borderRadius: 6,
  fontSize: 'sm',
  cursor: 'pointer',
}
