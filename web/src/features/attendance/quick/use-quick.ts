import { type QuickMessage, quickMessagesContract } from '@recado/core/modules/quick-messages/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { hasMenu } from '../../../lib/permissions.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'
import { matching, queryOf } from './quick-list.ts'

const KEY = ['quickMessages', 'choices']
const FRESH_MS = 300_000
/** Hour and greeting stay right for so long. */
const FILLED_MS = 30_000

const fillQuery = (ticketId: number, text: string) => ({
  queryKey: ['quickMessages', 'filled', ticketId, text],
  queryFn: async () =>
    text.includes('{')
      ? (await call(quickMessagesContract.routes.fill, { body: { ticketId, text }, quiet: true })).text
      : text,
  staleTime: FILLED_MS,
})

/** A text as the customer of a ticket would read it; undefined until the server has said it. */
export const useFilled = (ticketId: number, text: string): string | undefined =>
  useQuery(fillQuery(ticketId, text)).data

interface QuickOptions {
  ticketId: number
  text: string
  /** False where nothing but the text itself may be written. */
  isOn: boolean
  onText(text: string): void
  onFiles(files: File[]): void
}

/** The list that a `/` opens in the composer, and its keys. */
export function useQuick({ ticketId, text, isOn, onText, onFiles }: QuickOptions) {
  const client = useQueryClient()
  const id = useId()
  const [active, setActive] = useState(0)
  /** The text at which it was closed; another one opens it again. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const wanted = isOn && hasMenu('quickMessages') ? queryOf(text) : null
  const [asked, setAsked] = useState(wanted)
  if (asked !== wanted) {
    setAsked(wanted)
    setActive(0)
    if (wanted === null || !text.startsWith(closedAt ?? text)) setClosedAt(null)
  }
  useRefetchOn(['fastReply'], ['quickMessages'])
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(quickMessagesContract.routes.list, { signal, quiet: true }),
    staleTime: FRESH_MS,
    enabled: wanted !== null,
  })
  const rows = wanted === null || !query.data ? [] : matching(query.data, wanted)
  // a sentence that begins with a slash is no search
  const isOpen = wanted !== null && closedAt === null && (rows.length > 0 || !/\s/.test(wanted))
  const index = Math.min(active, Math.max(0, rows.length - 1))

  const choose = async (quick: QuickMessage) => {
    setClosedAt(text)
    try {
      const [filled, files] = await Promise.all([
        client.fetchQuery(fillQuery(ticketId, quick.message)),
        Promise.all(quick.medias.map(fileOf)),
      ])
      onText(filled)
      if (files.length > 0) onFiles(files)
    } catch (error) {
      setClosedAt(null)
      reportError(error)
    }
  }

  /** @returns whether the key was the list's */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const row = rows[index]
    if (event.key === 'Escape') setClosedAt(text)
    else if (event.key === 'ArrowDown' && row) setActive((index + 1) % rows.length)
    else if (event.key === 'ArrowUp' && row) setActive((index + rows.length - 1) % rows.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && row && !event.shiftKey) void choose(row)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    id,
    rows,
    index,
    isOpen,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isGrouped: wanted === '',
    activate: setActive,
    choose: (quick: QuickMessage) => void choose(quick),
    onKey,
  }
}

export type Quick = ReturnType<typeof useQuick>

export const optionId = (quick: Pick<Quick, 'id'>, index: number): string => `${quick.id}-${index}`

/** The bytes of a stored file, so that it is shown, checked and sent like any other. */
async function fileOf({ url, fileName, mimeType }: QuickMessage['medias'][number]): Promise<File> {
  const answer = url === null ? null : await fetch(url)
  if (!answer?.ok) throw new Error(`file ${fileName ?? ''} not there`)
  return new File([await answer.blob()], fileName ?? 'arquivo', { type: mimeType })
}
