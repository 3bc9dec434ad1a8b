import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type AuthService, audit, type Caller, normaliseEmail } from '../auth/index.ts'
import type { SsoProvider, SsoProviderWrite } from './contract.ts'
import { createFlows } from './flow.ts'
import { type ClientAccount, createOpenid, issuerOf, newChecks } from './openid.ts'
import * as repo from './repo.ts'

const SECRET_PLACE = 'sso_provider:client_secret'
const NOBODY: repo.ProviderRow = { isActive: false, issuer: '', clientId: '', clientSecret: null, isOnlyWay: false }

export interface SsoDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  vault: Vault
  keys: { derive(purpose: string): Uint8Array }
  egress: Egress
  auth: Pick<AuthService, 'loginByProvider'>
  publicUrl: string
}

/** What the provider sent the browser back with. */
export interface ProviderAnswer {
  code?: string
  state: string
  iss?: string
  error?: string
}

/** Signing in with the accounts of one's company: only people whom the company already has, by a verified e-mail. */
export function createSsoService({ db, clock, vault, keys, egress, auth, publicUrl }: SsoDeps) {
  const { uow } = db
  const openid = createOpenid(egress)
  const flows = createFlows({ keys, clock })
  const redirectUrl = `${publicUrl}/auth/sso/callback`

  const present = ({ clientSecret, ...row }: repo.ProviderRow): SsoProvider => ({
    ...row,
    clientSecret: { set: clientSecret !== null },
    redirectUrl,
  })

  const stored = async (scope: Scope): Promise<repo.ProviderRow> => (await uow.run(scope, repo.findProvider)) ?? NOBODY

  const openSecret = async (tenantId: number, sealed: Uint8Array): Promise<string> =>
    (await vault.open(tenantId, SECRET_PLACE, sealed)).toString()

  /** @throws ERR_SSO_OFF */
  const accountOf = async (tenantId: number): Promise<ClientAccount> => {
    const { isActive, issuer, clientId, clientSecret } = await stored(systemScope(tenantId, 'sso'))
    if (!isActive || !clientSecret) throw new AppError('ERR_SSO_OFF')
    return { issuer, clientId, clientSecret: await openSecret(tenantId, clientSecret) }
  }

  return {
    provider: async (scope: Scope): Promise<SsoProvider> => present(await stored(scope)),

    /** @throws ERR_SSO_ISSUER, ERR_SSO_INCOMPLETE, ERR_SSO_UNREACHABLE */
    async saveProvider(scope: Scope, write: SsoProviderWrite): Promise<SsoProvider> {
      const { tenantId } = scope
      const before = await stored(scope)
      const issuer = issuerOf(egress, write.issuer)
      const clientId = write.clientId.trim()
      // an old secret must not travel to a new address
      const kept = issuer === before.issuer ? before.clientSecret : null
      const given = write.clientSecret
      const clientSecret =
        given === undefined
          ? kept
          : given === null
            ? null
            : new Uint8Array(await vault.seal(tenantId, SECRET_PLACE, given))
      if (write.isActive) {
        if (issuer === '' || clientId === '' || clientSecret === null) throw new AppError('ERR_SSO_INCOMPLETE')
        await openid.discover({ issuer, clientId, clientSecret: await openSecret(tenantId, clientSecret) })
      }
      const row = { isActive: write.isActive, issuer, clientId, clientSecret, isOnlyWay: write.isOnlyWay }
      await uow.run(scope, async (tx) => {
        await repo.saveProvider(tx, row)
        const { isActive, isOnlyWay } = row
        const details = {
          isActive,
          isOnlyWay,
          issuer,
          clientId,
          ...(given === undefined ? {} : { clientSecret: '***' }),
        }
        await audit(tx, { action: 'sso.update', details })
      })
      return present(row)
    },

    /** @throws ERR_SSO_OFF, ERR_SSO_UNREACHABLE */
    async start(email: string): Promise<{ url: string; flow: string }> {
      const address = normaliseEmail(email)
      const tenantId = await repo.findCompany(db.system, address)
      if (tenantId === null) throw new AppError('ERR_SSO_OFF')
      const checks = await newChecks()
      const url = await openid.addressFor(await accountOf(tenantId), checks, redirectUrl, address)
      return { url, flow: await flows.seal({ ...checks, tenantId }) }
    },

    /**
     * `sealed` is what `start` gave this browser.
     * @throws ERR_SSO_FAILED, ERR_SSO_OFF, ERR_SSO_UNREACHABLE, ERR_SSO_EMAIL, ERR_SSO_NO_ACCOUNT and those of a login
     */
    async finish(sealed: string | undefined, answer: ProviderAnswer, caller: Caller) {
      const flow = sealed ? await flows.open(sealed) : null
      if (!flow) throw new AppError('ERR_SSO_FAILED')
      const { tenantId } = flow
      const url = new URL(redirectUrl)
      for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
      const email = await openid.verifiedEmail(await accountOf(tenantId), flow, url)
      if (email === null) throw new AppError('ERR_SSO_EMAIL')
      const userId = await uow.run(systemScope(tenantId, 'sso'), (tx) => repo.findUser(tx, normaliseEmail(email)))
      if (userId === null) throw new AppError('ERR_SSO_NO_ACCOUNT')
      return auth.loginByProvider(tenantId, userId, caller)
    },
  }
}

export type SsoService = ReturnType<typeof createSsoService>
