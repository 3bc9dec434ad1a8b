import type { StandInReply } from '@recado/sdk/testing'
import type { Fault } from './model.ts'

/** An answer in Graph's words. */
export class Refusal extends Error {
  readonly fault: Omit<Fault, 'call'>

  constructor(code: number, message: string, subcode?: number) {
    super(message)
    this.fault = { code, message, ...(subcode === undefined ? {} : { subcode }) }
  }
}

export const refusal = ({ code, subcode, message, isTransient }: Omit<Fault, 'call'>): StandInReply => ({
  status: code === 190 ? 401 : code === 1 || code === 2 ? 500 : code === 4 ? 429 : 400,
  json: {
    error: {
      message: message ?? `(#${code}) Forced`,
      type: code === 190 ? 'OAuthException' : 'GraphMethodException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      ...(isTransient ? { is_transient: true } : {}),
      fbtrace_id: 'AStandIn',
    },
  },
})
