import type { createCaller } from './load.ts'
import { until } from './stats.ts'

const PATIENCE_MS = 30_000
/** Seldom enough not to be told to wait. */
const LOOK_MS = 150

interface Shown {
  id: number
  state: string
  qrcode?: string
}

type Caller = ReturnType<typeof createCaller>

export const OPERATOR = { email: 'operador@bench.test', password: 'Ypê-roxo 7 vezes' }

/** What lets a program reach WhatsApp on loopback. */
export const phonesEnv = (url: string): Record<string, string> => ({
  RECADO_ADMIN_EMAIL: OPERATOR.email,
  RECADO_ADMIN_PASSWORD: OPERATOR.password,
  RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: url,
  RECADO_ENDPOINT_WHATSAPP_BAILEYS_MEDIA: url,
  RECADO_ENDPOINT_WHATSAPP_BAILEYS_PICTURES: url,
  NODE_ENV: 'development',
  NODE_OPTIONS: `--import ${import.meta.resolve('@recado/plugin-whatsapp-baileys/stand-in/trust')}`,
})

export async function signIn(caller: Caller): Promise<string> {
  const answer = await caller.ask({ method: 'POST', path: '/auth/login', body: JSON.stringify(OPERATOR) })
  return (JSON.parse(answer) as { token: string }).token
}

/** A channel of unofficial WhatsApp, linked by its QR code and connected. */
export async function linkPhone(
  caller: Caller,
  token: string,
  name: string,
  scan: (qr: string) => Promise<unknown> | unknown,
): Promise<void> {
  const post = async (path: string, body: object): Promise<Shown> =>
    JSON.parse(await caller.ask({ method: 'POST', path, token, body: JSON.stringify(body) }))
  const { id } = await post('/whatsapp', { name, type: 'whatsapp-baileys', settings: { newContacts: 'off' } })
  await post(`/whatsappsession/${id}`, {})
  const shows = (state: string) => async () => {
    const shown = JSON.parse(await caller.ask({ method: 'GET', path: `/whatsapp/${id}`, token })) as Shown
    return shown.state === state && shown
  }
  const { qrcode } = await until(`the code of ${name}`, shows('waiting-qr'), PATIENCE_MS, LOOK_MS)
  await scan(qrcode ?? '')
  await until(name, shows('connected'), PATIENCE_MS, LOOK_MS)
}
