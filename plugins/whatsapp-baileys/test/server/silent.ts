import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'

const nothing = () => undefined

/** A logger that keeps quiet. */
export const silent: ILogger = {
  level: 'silent',
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
