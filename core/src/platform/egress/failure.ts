import { isPluginError, PluginError } from '@recado/sdk'
import { EgressRefused } from './policy.ts'

/** What is known about a request under way. */
export interface Attempt {
  method: string
  /** Host that is being called, for messages. */
  host: string
  /** A byte of it may have reached the provider. */
  mayHaveArrived: boolean
}

/**
 * A failure as the SDK words it (`sdk/src/http.ts`). It never tells apart why a network failure happened, so that no
 * tenant can explore a network by error messages (reliability T-18).
 */
export function failureOf(error: unknown, { method, host, mayHaveArrived }: Attempt): PluginError {
  const refused = causes(error).find((cause) => cause instanceof EgressRefused)
  if (refused) return new PluginError('MISCONFIGURED', { detail: refused.message, cause: error })
  if (isPluginError(error)) return error
  if (causes(error).some(isBadRequest))
    return new PluginError('MISCONFIGURED', { detail: 'not a valid request', cause: error })
  const isOpen = mayHaveArrived && (method === 'POST' || method === 'PATCH')
  return new PluginError(isOpen ? 'AMBIGUOUS' : 'TEMPORARY', { detail: `no answer from ${host}`, cause: error })
}

/** The error and what caused it, the outermost first. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && one !== null && chain.length < 8; one = (one as { cause?: unknown }).cause)
    chain.push(one)
  return chain
}

/** The client refused to send it: a port of another protocol, a method or header out of shape. */
const isBadRequest = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'bad port' || ('code' in error && error.code === 'UND_ERR_INVALID_ARG'))
