import type { Gateway } from '../../gateway/client.ts'
import { GatewayError } from '../../gateway/errors.ts'
import type { Created, Creation } from '../create.ts'

/** Makes a user with the administrator's token; its own token is ours to choose, and one that is taken is ours already. */
export async function createWuzapiUser(
  gateway: Gateway,
  { name, token, signal, timeoutMs }: Creation,
): Promise<Created> {
  const json = { name, token, webhook: '', events: 'Message,ReadReceipt,ChatPresence,HistorySync' }
  await gateway.call('/admin/users', { json, signal, timeoutMs }).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || !(error.status === 409 || /already exists/i.test(error.detail ?? '')))
      throw error
  })
  return { token }
}
