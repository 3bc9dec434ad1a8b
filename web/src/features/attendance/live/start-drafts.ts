import { type Draft, draftsContract, MAX_DRAFT_LENGTH } from '@recado/core/modules/drafts/contract'
import { call } from '../../../lib/http/client.ts'
import { HttpError } from '../../../lib/http/errors.ts'
import { onEvent, onResync } from '../../../lib/socket/hub.ts'
import { DraftSync } from '../composer/draft-sync.ts'
import { type Drafts, drafts, type SavedDraft } from '../composer/drafts.ts'
import { noteDrafts } from '../notes/note-mode.ts'

const saved = ({ body, quotedMsgId, writtenAt }: Draft): SavedDraft => ({ text: body, replyTo: quotedMsgId, writtenAt })

const syncOf = (store: Drafts, isNote: boolean) =>
  new DraftSync({
    store,
    maxLength: MAX_DRAFT_LENGTH,
    async save(ticketId, draft) {
      const body = isNote ? { ...draft, isNote } : draft
      // it must get there although the page is being left
      return saved(await call(draftsContract.routes.save, { params: { ticketId }, body, quiet: true, keepalive: true }))
    },
    isRefused: (error) => error instanceof HttpError && [400, 403, 404].includes(error.status),
  })

/** Keeps drafts the same on all devices of the person. Answers the way to stop. */
export function startDrafts(): () => void {
  const [messages, notes] = [syncOf(drafts, false), syncOf(noteDrafts, true)]
  const take = (draft: Draft) => (draft.isNote ? notes : messages).take(draft.ticketId, saved(draft))
  const ask = () => {
    call(draftsContract.routes.list, { quiet: true }).then(
      (list) => {
        for (const draft of list) take(draft)
        messages.pushAll()
        notes.pushAll()
      },
      // What is in this browser is there; the next connection asks again.
      () => undefined,
    )
  }
  const leave = () => {
    if (!document.hidden) return
    messages.flush()
    notes.flush()
  }
  document.addEventListener('visibilitychange', leave)
  ask()
  const stops = [
    messages.start(),
    notes.start(),
    onEvent('draft', (event) => ('draft' in event ? take(event.draft) : ask())),
    onResync(ask),
    () => document.removeEventListener('visibilitychange', leave),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
