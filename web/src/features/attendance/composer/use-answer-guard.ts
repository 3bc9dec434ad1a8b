import { useState } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import { session } from '../../../lib/session/session.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { forgetAnswer, knownUpTo, type Rival, rivalOf } from './answer-guard.ts'

/** A send that waits for a decision. */
export interface Asked {
  rival: Rival
  send(): void
}

/** Asks before a second answer goes to the same customer, where the company wants that. */
export function useAnswerGuard(conversation: Conversation) {
  const isOn = useTenantSettings().doubleAnswerGuard !== 'disabled'
  const [asked, setAsked] = useState<Asked | null>(null)

  /** Sends now or after the question; `answeredAfter` goes along, since the server may know more. */
  const guarded = (send: (answeredAfter: number | undefined) => void) => {
    const finish = (after: number | undefined) => {
      forgetAnswer(conversation.ticketId)
      send(after)
    }
    const me = session.user?.userId
    const rival = isOn && me !== undefined ? rivalOf(conversation, me) : null
    if (rival) setAsked({ rival, send: () => finish(conversation.cursor) })
    else finish(isOn && conversation.state === 'ready' ? knownUpTo(conversation) : undefined)
  }
  return { guarded, asked, close: () => setAsked(null) }
}
