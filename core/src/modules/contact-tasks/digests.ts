import { createHmac } from 'node:crypto'

/** What an erased person is known by afterwards: digests that tell nobody who it was without the company's key. */
export function createDigests(keys: { derive(purpose: string): Uint8Array }) {
  const key = keys.derive('contacts/erased')
  const of = (tenantId: number, text: string) =>
    createHmac('sha256', key).update(`${tenantId} ${text}`).digest('base64url')
  return {
    ofNumbers: (tenantId: number, numbers: readonly string[]): string[] =>
      numbers.map((number) => of(tenantId, `phone ${number}`)),
    ofAddresses: (tenantId: number, addresses: readonly { kind: string; value: string }[]): string[] =>
      addresses.map(({ kind, value }) => of(tenantId, `${kind} ${value}`)),
  }
}

export type Digests = ReturnType<typeof createDigests>
