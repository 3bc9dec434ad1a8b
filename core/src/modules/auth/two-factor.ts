import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Attempts } from './attempts.ts'
import { audit } from './audit.ts'
import type { FactorSecret } from './contract.ts'
import type { Tokens } from './tokens.ts'
import { base32, matchingStep, otpauthUri } from './totp.ts'
import * as repo from './two-factor-repo.ts'

const ISSUER = 'Recado'
/** As RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const CODES = 10
/** Without letters and digits that look alike; 50 bits. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 10

/** Whose login it is. */
export interface Owner {
  tenantId: number
  userId: number
}

/** How the second step was passed. */
export type Passed = 'app' | 'recovery'

export interface TwoFactorDeps {
  db: Pick<Database, 'uow'>
  clock: Clock
  vault: Vault
  tokens: Tokens
  attempts: Attempts
}

const placeOf = ({ userId }: Owner): string => `two_factor:${userId}`
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

function newCode(): string {
  const code = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

const plainCode = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '')

/** The second step of a login: an authenticator app, and codes for when it is lost (reliability A-12). */
export function createTwoFactor({ db, clock, vault, tokens, attempts }: TwoFactorDeps) {
  const run = <T>(owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.uow.run(systemScope(owner.tenantId, 'two-factor'), work)

  const load = async (owner: Owner) => {
    const row = await run(owner, (tx) => repo.findFactor(tx, owner.userId))
    if (!row) return null
    return { ...row, secret: await vault.open(owner.tenantId, placeOf(owner), row.secret) }
  }

  const writeCodes = async (tx: Tx, { tenantId, userId }: Owner): Promise<string[]> => {
    const codes = Array.from({ length: CODES }, newCode)
    const hashes = codes.map((code) => bytesOf(tokens.recoveryHash(tenantId, userId, plainCode(code))))
    await repo.replaceRecoveryCodes(tx, userId, hashes)
    return codes
  }

  const passApp = async (owner: Owner, code: string): Promise<boolean> => {
    const factor = await load(owner)
    if (!factor?.confirmedAt) return false
    const step = matchingStep(factor.secret, code, clock.now(), Number(factor.lastStep))
    return step !== null && run(owner, (tx) => repo.useStep(tx, owner.userId, step))
  }

  const passRecovery = (owner: Owner, code: string): Promise<boolean> => {
    const hash = bytesOf(tokens.recoveryHash(owner.tenantId, owner.userId, plainCode(code)))
    return run(owner, async (tx) => {
      if (!(await repo.useRecoveryCode(tx, owner.userId, hash, new Date(clock.now())))) return false
      const left = await repo.countRecoveryCodes(tx, owner.userId)
      const { userId } = owner
      await audit(tx, { action: 'two-factor.recovery-code', object: `user:${userId}`, userId, details: { left } })
      return true
    })
  }

  return {
    /** A secret that counts once a code of it was given. @throws ERR_TWO_FACTOR_ON */
    async begin(owner: Owner, account: string): Promise<FactorSecret> {
      const secret = randomBytes(SECRET_BYTES)
      const sealed = bytesOf(await vault.seal(owner.tenantId, placeOf(owner), secret))
      const isProposed = await run(owner, (tx) => repo.proposeSecret(tx, owner.userId, sealed, randomUUID()))
      if (!isProposed) throw new AppError('ERR_TWO_FACTOR_ON')
      return { secret: base32(secret), uri: otpauthUri(ISSUER, account, secret) }
    },

    /** Answers the recovery codes. @throws ERR_TWO_FACTOR_ON, ERR_TWO_FACTOR_CODE, ERR_RATE_LIMITED */
    async confirm(owner: Owner, code: string, ip: string): Promise<string[]> {
      const attempt = await attempts.begin('code', `${owner.tenantId}:${owner.userId}`, ip, null)
      const factor = await load(owner)
      if (factor?.confirmedAt) throw new AppError('ERR_TWO_FACTOR_ON')
      const now = clock.now()
      const step = factor ? matchingStep(factor.secret, code.replace(/\s/g, ''), now, 0) : null
      if (!factor || step === null) throw new AppError('ERR_TWO_FACTOR_CODE')
      const codes = await run(owner, async (tx) => {
        const { userId } = owner
        if (!(await repo.confirmSecret(tx, userId, factor.trustId, step, new Date(now))))
          throw new AppError('ERR_TWO_FACTOR_CODE')
        await audit(tx, { action: 'two-factor.on', object: `user:${userId}`, userId, ip })
        return writeCodes(tx, owner)
      })
      await attempt.succeeded()
      return codes
    },

    /** Six digits are the app's, all else is a recovery code. @throws ERR_TWO_FACTOR_CODE, ERR_RATE_LIMITED */
    async pass(owner: Owner, given: string, ip: string, device: string | null): Promise<Passed> {
      const attempt = await attempts.begin('code', `${owner.tenantId}:${owner.userId}`, ip, device)
      const code = given.replace(/\s/g, '')
      const isApp = /^\d{6}$/.test(code)
      if (!(isApp ? await passApp(owner, code) : await passRecovery(owner, code))) {
        await run(owner, (tx) => audit(tx, { action: 'two-factor.failed', object: `user:${owner.userId}`, ip }))
        throw new AppError('ERR_TWO_FACTOR_CODE')
      }
      await attempt.succeeded()
      return isApp ? 'app' : 'recovery'
    },

    async status(owner: Owner): Promise<{ isOn: boolean; since: string | null; recoveryCodesLeft: number }> {
      return run(owner, async (tx) => {
        const since = (await repo.findFactor(tx, owner.userId))?.confirmedAt ?? null
        return {
          isOn: since !== null,
          since: since?.toISOString() ?? null,
          recoveryCodesLeft: since === null ? 0 : await repo.countRecoveryCodes(tx, owner.userId),
        }
      })
    },

    /** @throws ERR_TWO_FACTOR_OFF */
    async renewCodes(tx: Tx, owner: Owner): Promise<string[]> {
      if (!(await repo.findFactor(tx, owner.userId))?.confirmedAt) throw new AppError('ERR_TWO_FACTOR_OFF')
      await audit(tx, { action: 'two-factor.codes', object: `user:${owner.userId}` })
      return writeCodes(tx, owner)
    },

    /** By its owner, or by an admin for somebody whose phone is lost. Does nothing when there is none. */
    async remove(tx: Tx, userId: number, action: 'two-factor.off' | 'two-factor.reset'): Promise<void> {
      if (await repo.deleteFactor(tx, userId)) await audit(tx, { action, object: `user:${userId}` })
    },

    /** From now on every browser needs a code. */
    forgetBrowsers: (tx: Tx, userId: number): Promise<void> => repo.renewTrust(tx, userId, randomUUID()),
  }
}

export type TwoFactor = ReturnType<typeof createTwoFactor>
