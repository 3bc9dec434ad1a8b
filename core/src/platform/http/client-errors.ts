import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors/app-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { LOCALES } from '../i18n/locale.ts'
import { translate } from '../i18n/translate.ts'

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'ERR_BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'ERR_TIMEOUT',
}

/** Answers what is no request at all, so that nothing but the socket is there to answer on. */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { code, status } = new AppError(CODES[error.code ?? ''] ?? 'ERR_VALIDATION')
  const body = JSON.stringify({ error: code, message: translate(LOCALES[0], code), requestId: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
