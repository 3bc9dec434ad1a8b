import { AppError } from '../errors/app-error.ts'
import { ERRORS, type ErrorCode } from '../errors/catalogue.ts'
import { newId } from '../ids.ts'
import type { Log } from '../logger.ts'
import type { Envelope } from './wire.ts'

/** Requests remembered, since one is sent again when its publish ended in doubt. */
const REMEMBERED = 2_000

interface Pending {
  nodeId: string
  settle(): void
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Requests to nodes and their answers. */
export interface Asking {
  ask(nodeId: string, method: string, body: object, timeoutMs: number): Promise<unknown>
  answer(method: string, handler: (body: never) => Promise<unknown>): () => void
  receive(envelope: Envelope): void
  /** What was asked of a node that is gone fails now. */
  forget(nodeId: string): void
  close(): void
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

export function createAsking(deps: { nodeId: string; log: Log; send(envelope: Envelope): void }): Asking {
  const { nodeId, log } = deps
  const handlers = new Map<string, (body: never) => Promise<unknown>>()
  const pending = new Map<string, Pending>()
  const seen = new Set<string>()

  const run = async (method: string, body: unknown): Promise<unknown> => {
    const handler = handlers.get(method)
    if (!handler) throw new AppError('ERR_UNAVAILABLE')
    return handler(body as never)
  }

  const refusal = (error: unknown, method: string) => {
    if (error instanceof AppError) return { code: error.code, ...(error.params ? { params: error.params } : {}) }
    log.error({ err: error, method }, 'answering another node failed')
    return { code: 'ERR_INTERNAL' }
  }

  const refused = (body: unknown): AppError => {
    const { code, params } = body as { code: string; params?: AppError['params'] }
    return new AppError(isCode(code) ? code : 'ERR_INTERNAL', params ? { params } : {})
  }

  const answerTo = async (envelope: Envelope, id: string, method: string) => {
    const reply = { from: nodeId, to: envelope.from, id }
    try {
      deps.send({ ...reply, kind: 'reply', body: (await run(method, envelope.body)) ?? null })
    } catch (error) {
      deps.send({ ...reply, kind: 'refusal', body: refusal(error, method) })
    }
  }

  const isRepeated = (id: string): boolean => {
    if (seen.has(id)) return true
    seen.add(id)
    const [oldest] = seen
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
    return false
  }

  return {
    ask(to, method, body, timeoutMs) {
      return new Promise((resolve, reject) => {
        const id = newId()
        const timer = setTimeout(() => {
          pending.delete(id)
          reject(new AppError('ERR_UNAVAILABLE'))
        }, timeoutMs)
        const settle = () => {
          clearTimeout(timer)
          pending.delete(id)
        }
        pending.set(id, { nodeId: to, settle, resolve, reject })
        if (to === nodeId) {
          run(method, body).then(
            (value) => finish(id, (one) => one.resolve(value)),
            (error: unknown) =>
              finish(id, (one) => one.reject(error instanceof AppError ? error : refused(refusal(error, method)))),
          )
        } else {
          deps.send({ from: nodeId, to, kind: 'ask', name: method, id, body })
        }
      })
    },
    answer(method, handler) {
      if (handlers.has(method)) throw new Error(`${method} is answered already`)
      handlers.set(method, handler)
      return () => void handlers.delete(method)
    },
    receive(envelope) {
      const { id = '', name = '', kind, body } = envelope
      if (kind === 'ask') {
        if (!isRepeated(id)) void answerTo(envelope, id, name)
      } else {
        finish(id, (one) => (kind === 'reply' ? one.resolve(body) : one.reject(refused(body))))
      }
    },
    forget(gone) {
      for (const [id, one] of pending) {
        if (one.nodeId === gone) finish(id, () => one.reject(new AppError('ERR_UNAVAILABLE')))
      }
    },
    close() {
      for (const id of [...pending.keys()]) finish(id, (one) => one.reject(new AppError('ERR_UNAVAILABLE')))
    },
  }

  function finish(id: string, settle: (one: Pending) => void): void {
    const one = pending.get(id)
    if (!one) return
    one.settle()
    settle(one)
  }
}
