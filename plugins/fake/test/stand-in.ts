import type { OutboundMessage } from '@recado/sdk'
import { createRecorder, type Recorder, startStandIn } from '@recado/sdk/testing'
import { createRedelivery, type Redelivery } from './redelivery.ts'

/** One send that the provider took. */
export interface TakenSend {
  /** Order of arrival, from 1. */
  n: number
  /** Our message's id. */
  id: string
  externalId: string
  /** Taken before under the same id. */
  repeated: boolean
  message: OutboundMessage
}

export type ProviderMode =
  | { mode: 'up' }
  /** 503 to everything. */
  | { mode: 'down' }
  /** Takes the send and answers after so many milliseconds. */
  | { mode: 'slow'; ms: number }
  /** Takes the send and breaks the connection instead of answering. */
  | { mode: 'drop-reply' }
  /** Answers this status to sends; nothing is taken. */
  | { mode: 'refuse'; status: number; headers?: Record<string, string> }

export interface FakeProvider extends Redelivery {
  readonly url: string
  /** Every send that was taken, in order of arrival, repeats included. */
  readonly taken: Recorder<TakenSend>
  /** Hook addresses that instances registered. */
  readonly hooks: Recorder<string>
  /** Absorbs repeats: the same id gets the same external id. True by default. */
  absorbRepeats(on: boolean): void
  set(mode: ProviderMode): void
  close(): Promise<void>
}

/** The provider of the fake channel on loopback: what it took is the truth that tests compare the core with. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const taken = createRecorder<TakenSend>('a send')
  const hooks = createRecorder<string>('a registered hook')
  const known = new Map<string, string>()
  const redelivery = createRedelivery()
  let current: ProviderMode = { mode: 'up' }
  let absorb = true

  const take = (message: OutboundMessage): string => {
    const before = known.get(message.id)
    const externalId = before !== undefined && absorb ? before : `ext-${taken.items.length + 1}`
    known.set(message.id, externalId)
    const n = taken.items.length + 1
    taken.add({ n, id: message.id, externalId, repeated: before !== undefined, message })
    return externalId
  }

  const standIn = await startStandIn(async ({ method, path, json }) => {
    if (current.mode === 'down') return { status: 503, json: {} }
    if (method === 'GET' && path === '/health') return { json: {} }
    if (method === 'PUT' && path === '/hook') {
      hooks.add(String(json.url))
      return { json: {} }
    }
    if (method !== 'POST' || path !== '/messages') return null
    if (current.mode === 'refuse') return { status: current.status, headers: current.headers ?? {}, json: {} }
    const externalId = take(json as unknown as OutboundMessage)
    if (current.mode === 'drop-reply') return 'drop'
    if (current.mode === 'slow') await redelivery.pause(current.ms)
    return { json: { externalId } }
  })

  return {
    ...redelivery,
    url: standIn.url,
    taken,
    hooks,
    absorbRepeats(on) {
      absorb = on
    },
    set(mode) {
      current = mode
    },
    async close() {
      redelivery.stop()
      await standIn.close()
    },
  }
}
