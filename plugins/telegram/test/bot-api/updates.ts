import { createRecorder, type Recorder } from '@recado/sdk/testing'
import { badRequest, Problem } from './problem.ts'

export interface Update extends Record<string, unknown> {
  update_id: number
}

export interface Delivery {
  update: Update
  /** 0 when nobody answered. */
  status: number
}

export interface QueueOptions {
  /**
   * Stands in front of the installation: addresses registered under any origin are called at this one. Nothing is
   * delivered without it.
   */
  webhookOrigin?: string | undefined
  /** Pause before a failed delivery is tried again, in milliseconds. */
  retryMs?: number
}

export interface UpdateQueue {
  readonly deliveries: Recorder<Delivery>
  /** Numbers the update and hands it on; nothing happens with kinds that were not asked for. */
  add(update: Record<string, unknown>): void
  get(params: Record<string, unknown>, gone: AbortSignal): Promise<Update[]>
  setWebhook(params: Record<string, unknown>): void
  deleteWebhook(params: Record<string, unknown>): void
  webhookInfo(): Record<string, unknown>
  deliverTo(origin: string): void
  pending(): readonly Update[]
  close(): void
}

interface Webhook {
  url: string
  secret: string
}

/** What comes unless somebody asks for more: reactions and other members' comings and goings do not. */
const UNASKED = (kind: string) => kind !== 'message_reaction' && kind !== 'chat_member'
const EVERY_PORT = new Set(['', '80', '88', '443', '8443'])

export function createUpdateQueue(options: QueueOptions = {}): UpdateQueue {
  const deliveries = createRecorder<Delivery>('a delivery to the webhook')
  const closing = new AbortController()
  let queue: Update[] = []
  let lastId = 500_000
  let wanted: (kind: string) => boolean = UNASKED
  let webhook: Webhook | null = null
  let origin = options.webhookOrigin
  let failure: { message: string; date: number } | null = null
  let poller: { wake(): void; supersede(): void } | null = null
  let pumping = false

  const ask = (allowed: unknown) => {
    const kinds = typeof allowed === 'string' ? (JSON.parse(allowed) as unknown) : allowed
    if (Array.isArray(kinds)) wanted = kinds.length > 0 ? (kind) => kinds.includes(kind) : UNASKED
  }

  const deliver = async (update: Update, { url, secret }: Webhook, at: string) => {
    const { pathname, search } = new URL(url)
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (secret) headers['x-telegram-bot-api-secret-token'] = secret
    const answer = await fetch(new URL(pathname + search, at), {
      method: 'POST',
      headers,
      body: JSON.stringify(update),
      signal: closing.signal,
    }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status ?? 0
  }

  /** One delivery at a time, so that order holds as Telegram keeps it within a chat. */
  const pump = async () => {
    if (pumping) return
    pumping = true
    while (webhook && origin && queue[0] && !closing.signal.aborted) {
      const [update] = queue
      const status = await deliver(update, webhook, origin)
      deliveries.add({ update, status })
      if (status >= 200 && status < 300) queue = queue.filter((other) => other !== update)
      else {
        const message = status === 0 ? 'Connection refused' : `Wrong response from the webhook: ${status}`
        failure = { message, date: Math.floor(Date.now() / 1000) }
        await new Promise((resolve) => setTimeout(resolve, options.retryMs ?? 20))
      }
    }
    pumping = false
  }

  const wait = (seconds: number, gone: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => done(resolve), seconds * 1000)
      const done = (end: () => void) => {
        clearTimeout(timer)
        if (poller === self) poller = null
        end()
      }
      const conflict =
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
      const self = {
        wake: () => done(resolve),
        supersede: () => done(() => reject(new Problem(409, conflict))),
      }
      poller = self
      const leave = () => done(resolve)
      gone.addEventListener('abort', leave, { once: true })
      closing.signal.addEventListener('abort', leave, { once: true })
    })

  return {
    deliveries,
    add(update) {
      const kind = Object.keys(update).find((key) => key !== 'update_id') ?? ''
      if (kind && !wanted(kind)) return
      lastId += 1
      queue.push({ update_id: lastId, ...update })
      poller?.wake()
      void pump()
    },
    async get(params, gone) {
      if (webhook) {
        const what =
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
        throw new Problem(409, what)
      }
      poller?.supersede()
      ask(params.allowed_updates)
      const offset = Number(params.offset ?? 0)
      if (offset > 0) queue = queue.filter((update) => update.update_id >= offset)
      if (queue.length === 0) await wait(Number(params.timeout ?? 0), gone)
      return queue.slice(0, Number(params.limit ?? 100))
    },
    setWebhook(params) {
      const url = String(params.url ?? '')
      if (url === '') {
        webhook = null
        return
      }
      if (!URL.canParse(url)) throw badRequest('bad webhook: invalid URL')
      const { protocol, port } = new URL(url)
      if (protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
      if (!EVERY_PORT.has(port)) {
        throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
      }
      const secret = String(params.secret_token ?? '')
      if (!/^[A-Za-z0-9_-]{0,256}$/.test(secret)) throw badRequest('secret token contains unallowed characters')
      if (params.drop_pending_updates === true) queue = []
      ask(params.allowed_updates)
      webhook = { url, secret }
      failure = null
      poller?.supersede()
      void pump()
    },
    deleteWebhook(params) {
      webhook = null
      failure = null
      if (params.drop_pending_updates === true) queue = []
    },
    webhookInfo: () => ({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: queue.length,
      ...(failure ? { last_error_date: failure.date, last_error_message: failure.message } : {}),
    }),
    deliverTo(next) {
      origin = next
      void pump()
    },
    pending: () => queue,
    close: () => closing.abort(),
  }
}
