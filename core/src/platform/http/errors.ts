import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { refusalText } from '../i18n/index.ts'
import type { Contract } from './contract.ts'

/** Refusals of the HTTP framework, in our words. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'ERR_BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'ERR_VALIDATION',
  FST_ERR_CTP_INVALID_JSON_BODY: 'ERR_VALIDATION',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'ERR_VALIDATION',
  FST_ERR_BAD_URL: 'ERR_NOT_FOUND',
  FST_PARTS_LIMIT: 'ERR_BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'ERR_BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'ERR_BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'ERR_MEDIA_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  FST_NO_FORM_DATA: 'ERR_VALIDATION',
}

/** The database is away or full: the caller may try again. */
const UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|53300|08\d\d\d|P1001|P1017|P2024|P2028)$/

/** What the parser of forms says about one that is broken; it gives no codes. */
const BROKEN_FORM = /Boundary not found|unexpected end of multipart data|needle cannot/i

const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error &&
  (BROKEN_FORM.test(error.message) || (error.cause !== undefined && isBrokenForm(error.cause)))

const codeIn = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.test(codeIn(error)) ||
  (error instanceof Error &&
    /Code: `(57P0[123]|53300|08\d{3})`|Connection terminated|timeout exceeded when trying to connect|Can't reach database|Unable to start a transaction/i.test(
      error.message,
    )) ||
  (error instanceof Error && error.cause !== undefined && isUnavailable(error.cause))

/** Any failure as a refusal of the catalogue; what we did not foresee tells nothing about itself. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const known = FRAMEWORK[codeIn(error)]
  if (known) return new AppError(known)
  if (isBrokenForm(error)) return new AppError('ERR_VALIDATION', { params: { in: 'body', field: '', rule: 'form' } })
  if (isUnavailable(error)) return new AppError('ERR_UNAVAILABLE', { cause: error })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 429) return new AppError('ERR_RATE_LIMITED')
  return new AppError(status >= 400 && status < 500 ? 'ERR_VALIDATION' : 'ERR_INTERNAL', { cause: error })
}

/** `{ error, message, params?, requestId }`, the message in the reader's language. */
export function errorBody(error: AppError, request: FastifyRequest) {
  return {
    error: error.body ?? error.code,
    message: refusalText(request.locale, error.code, error.params),
    ...(error.params ? { params: error.params } : {}),
    requestId: request.id,
  }
}

export function refuse(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const seconds = error.params?.seconds
  if (typeof seconds === 'number') reply.header('retry-after', Math.ceil(seconds))
  else if (error.status === 503) reply.header('retry-after', 2)
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, request))
}

export function registerErrors(app: FastifyInstance, contracts: readonly Contract[]): void {
  const routes = contracts.flatMap((contract) =>
    Object.values(contract.routes).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  )

  app.setErrorHandler((thrown, request, reply) => {
    const error = asAppError(thrown)
    if (error.status >= 500) request.log.error({ err: error.cause ?? thrown }, 'request failed')
    return refuse(error, request, reply)
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const others = routes.filter((route) => route.pattern.test(path)).map((route) => route.method)
    if (others.length === 0) return refuse(new AppError('ERR_NOT_FOUND'), request, reply)
    reply.header('allow', [...new Set(others)].join(', '))
    return refuse(new AppError('ERR_METHOD_NOT_ALLOWED'), request, reply)
  })
}
