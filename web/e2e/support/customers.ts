import { randomUUID } from 'node:crypto'
import type { TestChannel } from '../../../core/test/app.ts'

const post = async (url: string, body: unknown): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
}

/** A test channel from the side of its customers and its provider. */
export function customersOf(channel: TestChannel) {
  return {
    /** A customer writes; the name is also their address. */
    says: (name: string, text: string): Promise<void> =>
      post(channel.hookUrl, {
        events: [
          {
            kind: 'message',
            externalId: randomUUID(),
            direction: 'in',
            chat: { addresses: [{ kind: 'fake', value: name }], name },
            content: { type: 'text', text },
            at: Date.now(),
          },
        ],
      }),
    /** How the provider misbehaves, as plugins/fake/README.md lists it. */
    control: (change: Record<string, unknown>): Promise<void> => post(`${channel.hookUrl}/control`, change),
    async received(): Promise<string[]> {
      const answer = await fetch(`${channel.hookUrl}/sent?limit=20000`)
      const { sent } = (await answer.json()) as { sent: { content?: { text?: string } }[] }
      return sent.flatMap(({ content }) => (content?.text === undefined ? [] : [content.text]))
    },
  }
}
