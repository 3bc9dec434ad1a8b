import { number, parse, record, records, text } from '@recado/loose-json'
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

/** `headers` of the answer may tell how long a throttled account has to wait. */
export function graphError(
  fault: GraphFault,
  judge: Judge,
  headers: Readonly<Record<string, string>> = {},
): GraphError {
  const code = judge(fault) ?? commonCode(fault)
  return new GraphError(code, fault, code === 'RATE_LIMITED' ? waitOf(headers) : undefined)
}

const LONGEST_WAIT_MS = 3_600_000

/** `X-Business-Use-Case-Usage: { <account>: [{ estimated_time_to_regain_access: <minutes> }] }`. */
function waitOf(headers: Readonly<Record<string, string>>): number {
  const usage = record(parse(headers['x-business-use-case-usage'] ?? ''))
  const minutes = Object.values(usage)
    .flatMap(records)
    .map((one) => number(one.estimated_time_to_regain_access) ?? 0)
  const wait = Math.max(0, ...minutes) * 60_000
  return wait > 0 ? Math.min(wait, LONGEST_WAIT_MS) : RETRY_MS
}

/** Meta repeats a token that it cannot read. */
const TOKEN = /\b(?:EAA|IGA)[A-Za-z0-9_-]{6,}/g

/** For a person to read, with the number that Meta's documents list and no token. */
export const describe = ({ code, title, details }: GraphFault): string =>
  `${details && details !== title ? `${title} – ${details}` : title} (${code})`.replace(TOKEN, '…')
