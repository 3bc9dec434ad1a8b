import { type Note, type NoteWritten, notesContract } from '@recado/core/modules/notes/contract'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { queryClient } from '../../../lib/query.ts'
import { toast } from '../../../lib/toasts.ts'

const { create, update, remove } = notesContract.routes

const renew = () => queryClient.invalidateQueries({ queryKey: ['notes'] })

/** Who was named and not told, since they do not see the ticket. */
function tellUnseen({ unseenBy }: NoteWritten): void {
  const [first] = unseenBy
  if (!first) return
  const names = unseenBy.map(({ name }) => name).join(', ')
  toast.warning(i18n.t('attendance:notes.untold', { count: unseenBy.length, names }))
}

/** Answers whether it was written. */
export async function writeNote(ticketId: number, text: string): Promise<boolean> {
  return tried(async () => tellUnseen(await call(create, { params: { id: ticketId }, body: { notes: text } })))
}

export const changeNote = ({ id }: Note, text: string): Promise<boolean> =>
  tried(async () => tellUnseen(await call(update, { params: { id }, body: { notes: text } })))

export async function deleteNote({ id }: Note): Promise<void> {
  await call(remove, { params: { id } })
  await renew()
}

async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    await renew()
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}
