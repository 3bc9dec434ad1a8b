import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { askAnew } from './ask-anew.ts'

const KEY = ['rows', 'open']

/** What is on screen, with answers that are given by hand. */
function shownList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: KEY,
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      asked.push(answer)
      return answer.promise
    },
  })
  const stop = observer.subscribe(() => undefined)
  return { client, asked, stop, shown: () => client.getQueryData<string>(KEY) }
}

const settled = (client: QueryClient) => vi.waitFor(() => expect(client.isFetching()).toBe(0))

it('news that come while the first answer is under way are not lost', async () => {
  const { client, asked, shown, stop } = shownList()
  askAnew(client, ['rows'])
  askAnew(client, ['rows'])
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('old')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(shown()).toBe('old')
  asked[1]?.resolve('new')
  await settled(client)
  expect([shown(), asked.length]).toEqual(['new', 2])
  stop()
})

it('a stream of news lets every answer in', async () => {
  const { client, asked, shown, stop } = shownList()
  for (let turn = 0; turn < 4; turn++) {
    for (let news = 0; news < 5; news++) askAnew(client, ['rows'])
    asked[turn]?.resolve(`answer ${turn}`)
    await vi.waitFor(() => expect(asked).toHaveLength(turn + 2))
    expect(shown()).toBe(`answer ${turn}`)
  }
  asked[4]?.resolve('last')
  await settled(client)
  expect([shown(), asked.length]).toEqual(['last', 5])
  stop()
})

it('asks at once where nothing is under way, again after a failure, and leaves other keys alone', async () => {
  const { client, asked, shown, stop } = shownList()
  askAnew(client, ['rows'])
  asked[0]?.reject(new Error('gone'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.resolve('there')
  await settled(client)
  askAnew(client, ['columns'])
  expect(asked).toHaveLength(2)
  askAnew(client)
  expect(asked).toHaveLength(3)
  asked[2]?.resolve('newer')
  await settled(client)
  expect([shown(), asked.length]).toEqual(['newer', 3])
  stop()
})
