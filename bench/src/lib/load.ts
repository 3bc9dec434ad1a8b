import { Client } from 'undici'
import { pause, type Sample, sampleOf } from './stats.ts'

export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: string
  token?: string
}

/** A connection of its own; answers the body of a 200, and fails on anything else. */
export function createCaller(url: string) {
  const client = new Client(url, { pipelining: 1, keepAliveTimeout: 60_000 })
  return {
    async ask({ method, path, body, token }: Ask): Promise<string> {
      const answer = await client.request({
        method,
        path,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
      return text
    },
    close: () => client.close(),
  }
}

/** Callers that each ask, wait for the answer, and ask again. */
export async function closedLoop(
  callers: number,
  seconds: number,
  work: (caller: number) => Promise<unknown>,
): Promise<Sample> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const before = performance.now()
        await work(caller)
        times.push(performance.now() - before)
      }
    }),
  )
  return sampleOf(times, (performance.now() - started) / 1000)
}

/** A closed loop over HTTP, after a short warm-up. */
export async function httpLoad(url: string, callers: number, seconds: number, next: () => Ask): Promise<Sample> {
  const clients = Array.from({ length: callers }, () => createCaller(url))
  const work = (caller: number) => clients[caller]?.ask(next()) ?? Promise.resolve()
  try {
    await closedLoop(callers, Math.min(0.3, seconds / 4), work)
    return await closedLoop(callers, seconds, work)
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await pause(50)
  }
}
