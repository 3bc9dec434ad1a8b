import { ConfigError } from './config.ts'
import { ensureOperator } from './modules/operator/index.ts'
import { OPERATOR_TENANT } from './modules/operator/policy.ts'
import { systemScope } from './platform/db/scope.ts'
import { AppError } from './platform/errors/app-error.ts'
import { refusalText } from './platform/i18n/index.ts'
import type { Platform } from './platform.ts'
import type { Services } from './services.ts'

export interface FirstLogin {
  email: string
  /** Null when the operator chose it. */
  password: string | null
  isGuessable: boolean
}

/**
 * Makes what an empty installation lacks: the operator's company with its admin, and a web chat for the demo page.
 * Nodes that start together wait for each other. Null when it was all there.
 * @throws ConfigError when nobody could sign in with the address and password that the operator chose
 */
export async function firstStart(platform: Platform, services: Services): Promise<FirstLogin | null> {
  const { config, db, clock, log } = platform
  const made = await ensureOperator(
    { db, clock, passwords: services.passwords, users: services.users },
    { adminEmail: config.RECADO_ADMIN_EMAIL, adminPassword: config.RECADO_ADMIN_PASSWORD },
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const name = error.code.startsWith('ERR_PASSWORD') ? 'RECADO_ADMIN_PASSWORD' : 'RECADO_ADMIN_EMAIL'
    throw new ConfigError(`${name} cannot be used. ${refusalText('en', error.code, error.params)}`)
  })
  if (!made) return null
  if (made.isGuessable)
    log.warn(
      { variable: 'RECADO_ADMIN_PASSWORD' },
      'the operator’s first password is easy to guess: change it after signing in',
    )
  const scope = systemScope(OPERATOR_TENANT, 'first-start')
  if (services.host.channelType('webchat')) {
    const channel = await services.channels.create(scope, { name: 'Web chat', type: 'webchat', settings: {} })
    await services.channels.connect(scope, channel.id)
  }
  return made
}
