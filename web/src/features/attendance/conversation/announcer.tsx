import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { lineOf } from '../content/line-of.ts'

/** Reads new messages of the customer to screen readers; what was there when it was opened is not read. */
export const Announcer = observer(({ conversation, name }: { conversation: Conversation; name: string }) => {
  const t = useT('attendance')
  const [start] = useState(() => conversation.cursor)
  const last = conversation.entries.findLast(({ fromMe }) => !fromMe)
  const message = last && start > 0 && last.seq > start ? conversation.get(last.id) : undefined
  return (
    <div className="visually-hidden" aria-live="polite">
      {message && !message.isDeleted ? t('message.announced', { name, text: lineOf(message) }) : ''}
    </div>
  )
})
