/** A refusal in Meta's words: `{ error: { message, type, code, error_subcode, error_data, fbtrace_id } }`. */
export class Fault extends Error {
  readonly code: number
  readonly status: number
  readonly details: string | undefined
  readonly subcode: number | undefined

  constructor(code: number, details?: string, options: { status?: number; subcode?: number; title?: string } = {}) {
    super(options.title ?? TITLES[code] ?? `(#${code}) refused`)
    this.code = code
    this.details = details
    this.status = options.status ?? (code === 190 ? 401 : code >= 131000 && code <= 131016 ? 500 : 400)
    this.subcode = options.subcode
  }
}

const TITLES: Readonly<Record<number, string>> = {
  100: 'Invalid parameter',
  190: 'Error validating access token',
  130429: 'Rate limit hit',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131050: 'User has stopped marketing messages',
  131051: 'Unsupported message type',
  131053: 'Media upload error',
  131056: '(Business Account, Consumer Account) pair rate limit hit',
  132000: 'Number of parameters does not match the expected number of params',
  132001: 'Template name does not exist in the translation',
  132012: 'Parameter format does not match format in the created template',
  132015: 'Template is paused',
  132016: 'Template is disabled',
  133005: 'Two step verification PIN mismatch',
  133006: 'Phone number re-verification needed',
  133016: 'Too many attempts for this phone number',
}

export const errorBody = ({ message, code, subcode, details }: Fault) => ({
  error: {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: 'A-trace',
  },
})

/** What a failed status carries. */
export const statusError = ({ message, code, details }: Fault) => ({
  code,
  title: message,
  message,
  ...(details === undefined ? {} : { error_data: { details } }),
})

/** "Unsupported get request": nothing there, or nothing for this token. */
export const gone = (id: string): Fault =>
  new Fault(100, undefined, { subcode: 33, title: `Unsupported request. Object with ID '${id}' does not exist` })
