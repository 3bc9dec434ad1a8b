import { record, records } from '@recado/loose-json'
import type { Gateway } from '../../gateway/client.ts'
import { GatewayError } from '../../gateway/errors.ts'
import { inner, textOf } from '../../receive/fields.ts'
import type { Created, Creation } from '../create.ts'

const isUnknownCall = (error: unknown) => error instanceof GatewayError && [404, 405].includes(error.status)

/** Finds or makes an instance with the administrator's token; it has a token of its own. */
export async function createUazapiInstance(gateway: Gateway, { name, signal, timeoutMs }: Creation): Promise<Created> {
  const listed = await gateway.call('/instance/all', { signal, timeoutMs }).catch((error: unknown) => {
    if (isUnknownCall(error)) return []
    throw error
  })
  const all = records(Array.isArray(listed) ? listed : record(listed).instances)
  const known = all.find((one) => textOf(one, 'name') === name)
  if (known) return { token: textOf(known, 'token') }
  const ask = async (path: string) => record(await gateway.call(path, { json: { name }, signal, timeoutMs }))
  const made = await ask('/instance/init').catch((error: unknown) => {
    // Newer versions call it so.
    if (isUnknownCall(error)) return ask('/instance/create')
    throw error
  })
  return { token: textOf(made, 'token') ?? textOf(inner(made, 'instance'), 'token') }
}
