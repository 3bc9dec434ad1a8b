import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/**
 * `X-Recado-Signature`: `t=<epoch seconds>,v1=<hex>`, where v1 is HMAC-SHA256 over `<t>.<raw body>` with the secret as it
 * was shown. During a rotation there is one v1 per secret.
 */
export function signatureOf(secrets: readonly string[], epochSeconds: number, body: string): string {
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${epochSeconds}.${body}`).digest('hex'))
  return [`t=${epochSeconds}`, ...signed.map((one) => `v1=${one}`)].join(',')
}
