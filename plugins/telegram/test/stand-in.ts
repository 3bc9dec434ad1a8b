import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFailures, type Failure, type Failures, play } from './bot-api/failures.ts'
import { answerCall } from './bot-api/methods.ts'
import { type BotState, type Call, createState, type Sent, type User } from './bot-api/model.ts'
import { createPeople, type People } from './bot-api/people.ts'
import { Problem } from './bot-api/problem.ts'
import { readCall } from './bot-api/request.ts'
import { createUpdateQueue, type QueueOptions, type UpdateQueue } from './bot-api/updates.ts'

export type { Failure } from './bot-api/failures.ts'
export type { Call, Chat, Message, Sent, User } from './bot-api/model.ts'
export type { Where } from './bot-api/people.ts'

export interface BotOptions extends QueueOptions {
  token?: string
  me?: Partial<User>
}

/** One bot: what its customers do, what it sent, and how its calls fail. */
export interface StandInBot extends People {
  readonly token: string
  readonly me: User
  /** Messages that Telegram took, in order. */
  readonly sent: readonly Sent[]
  /** Every call, the refused ones included. */
  readonly calls: readonly Call[]
  waitForSent(fits: (sent: Sent) => boolean, timeoutMs?: number): Promise<Sent>
  waitForCall(fits: (call: Call) => boolean, timeoutMs?: number): Promise<Call>
  /** The next `times` calls (one) of the method (`*`: of any) fail so. */
  fail(method: string, failure: Failure, times?: number): void
  /** A message as it stands now, edits and reactions included; undefined when it was deleted. */
  message(chatId: number, messageId: number): Record<string, unknown> | undefined
  readonly updates: UpdateQueue
}

export interface BotApi extends StandInBot {
  /** `http://127.0.0.1:<port>`: the value for the endpoint `api`. */
  readonly url: string
  /** Another bot of the same Telegram. */
  addBot(options: BotOptions & { token: string }): StandInBot
  close(): Promise<void>
}

export const TOKEN = '700100:AAF-stand-in-token_0123456789abcdefgh'

/** Telegram's Bot API on loopback, with one bot. Answers as its documentation says; odd answers come on demand. */
export async function startBotApi(options: BotOptions & { port?: number } = {}): Promise<BotApi> {
  const bots = new Map<string, { state: BotState; failures: Failures }>()

  const addBot = (more: BotOptions): StandInBot => {
    const updates = createUpdateQueue(more)
    const state = createState(more.token ?? TOKEN, more.me ?? {}, updates)
    const failures = createFailures()
    bots.set(state.token, { state, failures })
    return {
      ...createPeople(state),
      token: state.token,
      me: state.me,
      sent: state.sent.items,
      calls: state.calls.items,
      waitForSent: state.sent.waitFor,
      waitForCall: state.calls.waitFor,
      fail: (method, failure, times = 1) => failures.add(method, failure, times),
      message: (chatId, messageId) => state.messages.get(`${chatId}:${messageId}`),
      updates,
    }
  }

  const server = createServer((incoming, outgoing) => {
    serve(bots, incoming, outgoing).catch((error: unknown) => {
      answer(outgoing, 500, { ok: false, error_code: 500, description: String(error) })
    })
  })
  const first = addBot(options)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    ...first,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addBot,
    async close() {
      for (const { state } of bots.values()) state.updates.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Bots = ReadonlyMap<string, { state: BotState; failures: Failures }>

async function serve(bots: Bots, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  const [, file, token = '', rest = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  const bot = bots.get(token)
  if (!bot) {
    const known = /^\d+:[\w-]{30,}$/.test(token)
    const problem = known ? new Problem(401, 'Unauthorized') : new Problem(404, 'Not Found')
    return answer(outgoing, problem.status, wordsOf(problem))
  }
  if (file) return serveFile(bot.state, rest, outgoing)
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const call: Call = { method: rest, ...(await readCall(incoming, url.searchParams)) }
    bot.state.calls.add(call)
    const failure = bot.failures.take(rest)
    const run = () => answerCall(bot.state, call, gone.signal)
    if (failure && (await play(failure, incoming, outgoing, run))) return
    answer(outgoing, 200, { ok: true, result: await run() })
  } catch (error) {
    // A caller that left while its upload was read.
    if (incoming.destroyed && !incoming.complete) return
    if (!(error instanceof Problem)) throw error
    answer(outgoing, error.status, wordsOf(error))
  }
}

const wordsOf = ({ status, message, parameters }: Problem) => ({
  ok: false,
  error_code: status,
  description: message,
  ...(parameters ? { parameters } : {}),
})

function answer(outgoing: ServerResponse, status: number, body: unknown): void {
  if (outgoing.destroyed || outgoing.headersSent) return
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function serveFile(state: BotState, path: string, outgoing: ServerResponse): void {
  const file = [...state.files.values()].find((one) => one.path === decodeURIComponent(path))
  if (!file) {
    answer(outgoing, 404, wordsOf(new Problem(404, 'Not Found')))
    return
  }
  outgoing.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.bytes.byteLength })
  outgoing.end(file.bytes)
}
