import { record } from '@recado/loose-json'
import type { Gateway } from '../../gateway/client.ts'
import { GatewayError } from '../../gateway/errors.ts'
import { inner, textOf } from '../../receive/fields.ts'
import type { Created, Creation } from '../create.ts'

/** Makes an instance with the global key. One that is there already is used with that key. */
export async function createEvolutionInstance(
  gateway: Gateway,
  { name, signal, timeoutMs }: Creation,
  adminToken: string,
): Promise<Created> {
  const json = { instanceName: name, integration: 'WHATSAPP-BAILEYS', qrcode: true }
  try {
    const made = record(await gateway.call('/instance/create', { json, signal, timeoutMs }))
    return { token: textOf(made, 'hash') ?? textOf(inner(made, 'hash'), 'apikey') ?? adminToken }
  } catch (error) {
    if (error instanceof GatewayError && /already in use/i.test(error.detail ?? '')) return { token: adminToken }
    throw error
  }
}
