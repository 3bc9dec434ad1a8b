import type { Line } from '../line.ts'

/** The channel's own app and the operator's: requests to the shared address are signed by the latter. */
export async function signingSecrets({ ctx }: Line): Promise<string[]> {
  const found = await Promise.all([ctx.secrets.get('appSecret'), ctx.app.secrets.get('appSecret')])
  return found.filter((secret): secret is string => Boolean(secret))
}
