import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRecorder, type Recorder } from './recorder.ts'

export interface StandInRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: Uint8Array
  /** The body as JSON; an empty object when it is none. */
  json: Record<string, unknown>
}

export interface StandInReply {
  /** 200 when absent. */
  status?: number
  headers?: Record<string, string>
  json?: unknown
  body?: string | Uint8Array
}

/**
 * How a request goes wrong. A reply takes the place of the provider's; `hang` never answers; `drop` cuts the connection
 * before the provider does anything, `lose` after it did, so that its answer is lost; `hold` answers when told.
 */
export type StandInFailure = StandInReply | 'hang' | 'drop' | 'lose' | { hold: Promise<unknown> }

export interface StandIn {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly requests: Recorder<StandInRequest>
  /** The next `times` requests (one) that fit fail so. */
  fail(fits: (request: StandInRequest) => boolean, failure: StandInFailure, times?: number): void
  close(): Promise<void>
}

/** Answers a request; null means 404, `drop` breaks the connection without an answer. */
export type StandInAnswer = (
  request: StandInRequest,
) => StandInReply | null | 'drop' | Promise<StandInReply | null | 'drop'>

/** A provider on loopback that answers as its documents say. */
export async function startStandIn(answer: StandInAnswer): Promise<StandIn> {
  const requests = createRecorder<StandInRequest>('a request to the stand-in')
  const failures: { fits(request: StandInRequest): boolean; failure: StandInFailure; left: number }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming)
    requests.add(request)
    const failure = failures.find(({ fits, left }) => left > 0 && fits(request))
    if (failure) failure.left -= 1
    const reply = (await failed(failure?.failure, () => answered(answer, request))) ?? { status: 404, json: {} }
    if (reply === 'hang') return
    if (reply === 'drop') {
      incoming.socket.destroy()
      return
    }
    const { status = 200, headers = {}, json, body } = reply
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    outgoing.writeHead(status, { ...type, ...headers })
    outgoing.end(json === undefined ? (body ?? '') : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fits, failure, times = 1) => void failures.push({ fits, failure, left: times }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function failed<T>(failure: StandInFailure | undefined, answer: () => Promise<T>) {
  if (failure === undefined) return answer()
  if (failure === 'hang' || failure === 'drop') return failure
  if (failure === 'lose') {
    await answer()
    return 'drop'
  }
  if (!('hold' in failure)) return failure
  await failure.hold
  return answer()
}

/** A mistake in a test's own answer shows as a 500 with its words. */
async function answered(answer: StandInAnswer, request: StandInRequest): Promise<StandInReply | null | 'drop'> {
  try {
    return await answer(request)
  } catch (error) {
    return { status: 500, body: String(error) }
  }
}

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  const body = Buffer.concat(await incoming.toArray())
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body,
    json: parse(body),
  }
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
