import Box from '@mui/joy/Box'
import { Eye, PencilLine } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { presence } from '../../../entities/presence.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'

const listed = (names: string[]): string => names.map((name) => name.split(' ')[0] ?? name).join(', ')

/** Who else looks at this ticket or writes in it, the customer first: known before one starts to type. */
export const Viewers = observer(({ ticketId }: { ticketId: number }) => {
  const t = useT('attendance')
  const mine = session.user?.userId
  const others = presence.viewersOf(ticketId).filter(({ userId }) => userId !== mine)
  const writing = new Set([
    ...others.filter(({ typing }) => typing).map(({ name }) => name),
    ...presence
      .typistsIn(ticketId)
      .filter(({ who, userId }) => who === 'user' && userId !== mine)
      .map(({ name }) => name),
  ])
  const looking = others.filter(({ name }) => !writing.has(name)).map(({ name }) => name)
  const typists = [...writing]
  const isContactTyping = presence.typistsIn(ticketId).some(({ who }) => who === 'contact')
  return (
    <div role="status" style={{ display: 'contents' }}>
      {isContactTyping && <Line tone="success">{t('row.typing')}</Line>}
      {typists.length > 0 && (
        <Line tone="warning">
          <PencilLine size={13} aria-hidden />
          {t('viewers.typing', { count: typists.length, names: listed(typists) })}
        </Line>
      )}
      {looking.length > 0 && (
        <Line tone="neutral">
          <Eye size={13} aria-hidden />
          {t('viewers.looking', { count: looking.length, names: listed(looking) })}
        </Line>
      )}
    </div>
  )
})

const Line = ({ tone, children }: { tone: 'success' | 'warning' | 'neutral'; children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      px: 1.5,
      borderRadius: 4,
      fontSize: 'xs',
      lineHeight: '20px',
      fontWeight: 550,
      bgcolor: `${tone}.softBg`,
      color: `${tone}.softColor`,
    }}
  >
    {children}
  </Box>
)
