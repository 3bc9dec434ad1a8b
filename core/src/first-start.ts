import { ensureOperator } from './modules/operator/index.ts'
import { OPERATOR_TENANT } from './modules/operator/policy.ts'
import { systemScope } from './platform/db/scope.ts'
import type { Platform } from './platform.ts'
import type { Services } from './services.ts'

export interface FirstLogin {
  email: string
  /** Null when the operator chose it. */
  password: string | null
}

/**
 * Makes what an empty installation lacks: the operator's company with its admin, and a web chat for the demo page.
 * Nodes that start together wait for each other. Null when it was all there.
 */
export async function firstStart(platform: Platform, services: Services): Promise<FirstLogin | null> {
  const { config, db, clock } = platform
  const made = await ensureOperator(
    { db, clock, passwords: services.passwords, users: services.users },
    { adminEmail: config.RECADO_ADMIN_EMAIL, adminPassword: config.RECADO_ADMIN_PASSWORD },
  )
  if (!made) return null
  const scope = systemScope(OPERATOR_TENANT, 'first-start')
  if (services.host.channelType('webchat')) {
    const channel = await services.channels.create(scope, { name: 'Web chat', type: 'webchat', settings: {} })
    await services.channels.connect(scope, channel.id)
  }
  return made
}
