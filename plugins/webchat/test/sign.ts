import { createHmac } from 'node:crypto'

/** What a customer's own server does: see the examples in README.md. */
export const hashOf = (id: string, secret = 'identity-secret-of-the-test'): string =>
  createHmac('sha256', secret).update(id).digest('hex')

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function jwtOf(claims: Record<string, unknown>, secret = 'identity-secret-of-the-test', alg = 'HS256'): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
