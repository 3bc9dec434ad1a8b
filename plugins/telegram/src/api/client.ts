import type { Telegram } from 'telegraf'
import type { Telegram as Methods, Opts } from 'telegraf/types'
import { ApiError, refusal, unanswered } from './errors.ts'

export type Method = keyof Methods
export type Answer<M extends Method> = ReturnType<Methods[M]>

export interface CallOptions {
  signal: AbortSignal
  timeoutMs: number
  /** The call makes something new, so that an answer that never came leaves its outcome open. */
  creates?: boolean
}

export interface Api {
  /** Throws an `ApiError`. */
  call<M extends Method>(method: M, payload: Opts<M>, options: CallOptions): Promise<Answer<M>>
}

type LibraryOptions = NonNullable<Parameters<Telegram['callApi']>[2]>

/** Loaded by the first bot, so that an installation without one does not carry it. */
const library = () => import('telegraf')

/** One bot at the Bot API that `endpoint` names; makes no request by itself. */
export function createApi(token: string, endpoint: string): Api {
  let telegram: Telegram | null = null
  return {
    async call<M extends Method>(method: M, payload: Opts<M>, { signal, timeoutMs, creates = false }: CallOptions) {
      if (signal.aborted) throw new ApiError('TEMPORARY', { detail: 'cancelled' })
      const { Telegram, TelegramError } = await library()
      // The slash keeps a path in an operator's own address: the library resolves against it.
      telegram ??= new Telegram(token, { apiRoot: `${endpoint}/`, webhookReply: false })
      const deadline = AbortSignal.timeout(timeoutMs)
      const either = AbortSignal.any([signal, deadline]) as unknown as NonNullable<LibraryOptions['signal']>
      try {
        return (await telegram.callApi(method, forLibrary(payload), { signal: either })) as Answer<M>
      } catch (error) {
        const fate = { creates, timedOut: deadline.aborted }
        throw error instanceof TelegramError ? refusal(error, fate) : unanswered(error, fate)
      }
    },
  }
}

/**
 * The library writes objects into a multipart body only for the fields on its own list, on which `reply_parameters`
 * is missing: it drops them without a word. As JSON text they pass.
 */
function forLibrary<P extends object>(payload: P): P {
  const reply = (payload as { reply_parameters?: unknown }).reply_parameters
  const uploads = Object.values(payload).some(
    (value) => value !== null && typeof value === 'object' && 'source' in value,
  )
  return uploads && reply ? { ...payload, reply_parameters: JSON.stringify(reply) } : payload
}
