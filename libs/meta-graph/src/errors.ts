import { number, record, text } from '@recado/loose-json'
import { PluginError, type PluginErrorCode } from '@recado/sdk'

/** What Meta tells of a refused call: `{ error: { message, type, code, error_subcode, error_data, fbtrace_id } }`. */
export interface GraphFault {
  code: number
  subcode: number | undefined
  title: string
  details: string | undefined
  isTransient: boolean
}

/** A refusal of the Graph API, in the contract's words and with Meta's own. */
export class GraphError extends PluginError {
  readonly fault: GraphFault

  constructor(code: PluginErrorCode, fault: GraphFault, retryAfterMs?: number) {
    super(code, { detail: describe(fault), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
    this.fault = fault
  }
}

/** Codes of one product, before the common ones. Undefined leaves the decision to those. */
export type Judge = (fault: GraphFault) => PluginErrorCode | undefined

const THROTTLED = new Set([4, 17, 32, 613, 80007])
const RETRY_MS = 30_000

/** The common codes (Graph API, error handling): by the code, never by text or HTTP status. */
export function commonCode({ code, isTransient }: GraphFault): PluginErrorCode {
  if (code === 0 || code === 190 || code === 102) return 'AUTH_EXPIRED'
  if (code === 3 || code === 10 || (code >= 200 && code <= 299)) return 'AUTH_EXPIRED'
  if (THROTTLED.has(code)) return 'RATE_LIMITED'
  if (code === 1 || code === 2 || isTransient) return 'TEMPORARY'
  return 'REJECTED'
}

/** The fault in an answer or in a failed status; null when there is none. */
export function faultOf(error: unknown): GraphFault | null {
  const told = record(error)
  const code = number(told.code)
  if (code === undefined) return null
  const data = record(told.error_data)
  return {
    code,
    subcode: number(told.error_subcode),
    title: text(told.error_user_title) ?? text(told.message) ?? text(told.title) ?? `error ${code}`,
    details: text(data.details) ?? text(told.error_user_msg),
    isTransient: told.is_transient === true,
  }
}

export function graphError(fault: GraphFault, judge: Judge): GraphError {
  const code = judge(fault) ?? commonCode(fault)
  return new GraphError(code, fault, code === 'RATE_LIMITED' ? RETRY_MS : undefined)
}

/** For a person to read, with the number that Meta's documents list. */
export const describe = ({ code, title, details }: GraphFault): string =>
  `${details && details !== title ? `${title} – ${details}` : title} (${code})`
