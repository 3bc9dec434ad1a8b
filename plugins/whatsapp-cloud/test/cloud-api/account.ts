import { text } from '@recado/loose-json'
import { Fault } from './fault.ts'
import type { Answer, Call, World } from './model.ts'

const REGISTRATIONS = 10
const PERIOD_MS = 72 * 60 * 60 * 1000
/** What Meta sends to the number to verify it. */
export const CODE = '123456'

/** Calls on the number itself. */
export function answerNumber(world: World, call: Call, action: string | undefined): Answer | null {
  const { number, method, json } = call
  const isPost = method === 'POST'
  if (action === undefined && method === 'GET') return { json: picked(number.info, call.query.fields) }
  if (action === 'register' && isPost) return register(world, call)
  if (action === 'whatsapp_business_profile') return isPost ? writeProfile(world, call) : readProfile(call)
  if (action === 'deregister' && isPost) {
    number.info.platform_type = 'NOT_APPLICABLE'
    return { json: { success: true } }
  }
  if (action === 'request_code' && isPost) {
    if (json.code_method !== 'SMS' && json.code_method !== 'VOICE') throw new Fault(100, 'code_method')
    return { json: { success: true } }
  }
  if (action === 'verify_code' && isPost) {
    if (text(json.code) !== CODE) throw new Fault(136025, 'The code is incorrect')
    number.isVerified = true
    number.info.code_verification_status = 'VERIFIED'
    return { json: { success: true } }
  }
  return null
}

const readProfile = ({ number, query }: Call): Answer => ({
  json: { data: [{ messaging_product: 'whatsapp', ...picked(number.profile, query.fields ?? 'about') }] },
})

function writeProfile(world: World, { number, json }: Call): Answer {
  const { messaging_product: product, profile_picture_handle: handle, ...change } = json
  if (product !== 'whatsapp') throw new Fault(100, 'messaging_product')
  const about = change.about
  if (about !== undefined && (typeof about !== 'string' || about.length < 1 || about.length > 139))
    throw new Fault(100, 'Param about must be 1 to 139 characters long')
  const websites = change.websites
  if (websites !== undefined && (!Array.isArray(websites) || websites.length > 2)) throw new Fault(100, 'websites')
  if (handle !== undefined && !world.handles.has(String(handle))) throw new Fault(100, 'profile_picture_handle')
  Object.assign(number.profile, change, handle === undefined ? {} : { profile_picture_url: `of:${String(handle)}` })
  return { json: { success: true } }
}

function register(world: World, { number, json }: Call): Answer {
  const pin = text(json.pin) ?? ''
  if (json.messaging_product !== 'whatsapp') throw new Fault(100, 'messaging_product')
  if (!/^\d{6}$/.test(pin)) throw new Fault(100, 'Param pin must be 6 characters long')
  const now = world.now()
  number.registrations = number.registrations.filter((at) => at > now - PERIOD_MS)
  if (number.registrations.length >= REGISTRATIONS) throw new Fault(133016)
  number.registrations.push(now)
  if (!number.isVerified) throw new Fault(133006)
  if (number.pin !== null && number.pin !== pin) throw new Fault(133005)
  number.pin = pin
  number.info.platform_type = 'CLOUD_API'
  return { json: { success: true } }
}

/** Calls on the business account, but for its templates. */
export async function answerAccount(world: World, call: Call, action: string | undefined): Promise<Answer | null> {
  const { number, method, json } = call
  if (action === 'phone_numbers' && method === 'GET') {
    const all = world.numbers.filter(({ businessAccountId }) => businessAccountId === number.businessAccountId)
    return { json: { data: all.map(({ phoneNumberId }) => ({ id: phoneNumberId })), paging: { cursors: {} } } }
  }
  if (action !== 'subscribed_apps') return null
  if (method === 'DELETE') number.subscription = null
  if (method === 'POST') {
    await override(json)
    number.subscription = json
    if (text(json.override_callback_uri)?.startsWith('http://127.0.0.1')) {
      number.webhooks.deliverTo(text(json.override_callback_uri) ?? null)
    }
  }
  if (method === 'GET') return { json: { data: number.subscription ? [number.subscription] : [] } }
  return { json: { success: true } }
}

/** Meta verifies an address before it takes it; only those on this machine can be reached from here. */
async function override(json: Record<string, unknown>): Promise<void> {
  const uri = text(json.override_callback_uri)
  if (!uri) return
  if (!text(json.verify_token)) throw new Fault(100, 'verify_token is required')
  if (!uri.startsWith('http://127.0.0.1')) return
  const query = {
    'hub.mode': 'subscribe',
    'hub.verify_token': text(json.verify_token) ?? '',
    'hub.challenge': '1158201444',
  }
  const answer = await fetch(`${uri}?${new URLSearchParams(query)}`).catch(() => null)
  if (answer?.status !== 200 || (await answer.text()) !== '1158201444')
    throw new Fault(2200, 'The callback URL or verify token could not be validated')
}

const picked = (info: Record<string, unknown>, fields = 'id'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(info).filter(([name]) => name === 'id' || fields.split(',').includes(name)))
