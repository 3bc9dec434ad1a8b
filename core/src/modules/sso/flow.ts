import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Checks } from './openid.ts'

/** Seconds from leaving for the provider to coming back. */
export const FLOW_SECONDS = 10 * 60

export interface Flow extends Checks {
  tenantId: number
}

/** A sign-in under way, as the browser keeps it: sealed, so that nobody who takes it along can read it. */
export function createFlows({ keys, clock }: { keys: { derive(purpose: string): Uint8Array }; clock: Clock }) {
  const key = keys.derive('sso/flow')
  return {
    seal: ({ tenantId, ...checks }: Flow): Promise<string> =>
      new EncryptJWT({ tid: tenantId, ...checks })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(clock.now() / 1000) + FLOW_SECONDS)
        .encrypt(key),

    /** Null for what is not ours or too old. */
    async open(sealed: string): Promise<Flow | null> {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
          currentDate: new Date(clock.now()),
        })
        const { tid, state, nonce, verifier } = payload
        const isWhole =
          typeof tid === 'number' &&
          typeof state === 'string' &&
          typeof nonce === 'string' &&
          typeof verifier === 'string'
        return isWhole ? { tenantId: tid, state, nonce, verifier } : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
