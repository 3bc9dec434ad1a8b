import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { takeInto } from './take-into.ts'

interface Row {
  id: number
  state: string
}
const KEY = ['rows']

/** A list whose answers are given by hand. */
function listOf() {
  const client = new QueryClient()
  const asked: ((rows: Row[]) => void)[] = []
  const observer = new QueryObserver<Row[]>(client, {
    queryKey: KEY,
    queryFn: () => new Promise((answer) => asked.push(answer)),
  })
  const stop = observer.subscribe(() => undefined)
  const rows = () => client.getQueryData<Row[]>(KEY)
  return { client, asked, rows, stop }
}

it.each(['the first', 'a later'])('news are not taken back by %s answer that was under way', async (which) => {
  const { client, asked, rows, stop } = listOf()
  if (which === 'a later') {
    asked.shift()?.([{ id: 1, state: 'connecting' }])
    await vi.waitFor(() => expect(rows()).toBeDefined())
    void client.invalidateQueries({ queryKey: KEY })
  }
  const [old] = asked
  const told = takeInto<Row>(client, KEY, { id: 1, state: 'waiting-qr' })
  old?.([{ id: 1, state: 'connecting' }])
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  if (which === 'a later') expect(rows()).toEqual([{ id: 1, state: 'waiting-qr' }])
  asked[1]?.([{ id: 1, state: 'waiting-qr' }])
  await told
  expect(rows()).toEqual([{ id: 1, state: 'waiting-qr' }])
  stop()
})

it('news of one row leave the others, and ask for nothing where nothing is under way', async () => {
  const { client, asked, rows, stop } = listOf()
  asked[0]?.([
    { id: 1, state: 'lost' },
    { id: 2, state: 'lost' },
  ])
  await vi.waitFor(() => expect(rows()).toBeDefined())
  await takeInto<Row>(client, KEY, { id: 2, state: 'connected' })
  expect(rows()?.map(({ state }) => state)).toEqual(['lost', 'connected'])
  expect(asked).toHaveLength(1)
  stop()
})
