import { type ChannelContext, type ChannelInstance, createCatchUp, isPluginError, PluginError } from '@recado/sdk'
import { phoneDigits } from '@recado/whatsapp-ids'
import { missedSource } from './connect/missed.ts'
import { createSession } from './connect/session.ts'
import type { Driver } from './drivers/driver.ts'
import { openDriver } from './drivers/open.ts'
import { chatIdOf, isGroup } from './drivers/recipient.ts'
import { accept } from './receive/accept.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { hookPath, receiveHook } from './receive/hook.ts'
import { edit, send } from './send/send.ts'
import type { PlusSettings } from './settings.ts'
import { TIMING, type Timing } from './timing.ts'

const STATUS_CHANGED = 'status'
const SESSION_TROUBLE = new Set(['NOT_CONNECTED', 'AUTH_EXPIRED'])

/** One channel: a gateway with one session of WhatsApp. Makes no request before it is asked to. */
export function openPlus(ctx: ChannelContext, timing: Timing = TIMING): ChannelInstance {
  const settings = ctx.settings as Readonly<PlusSettings>
  const { rejectCalls, ignoreGroups, callMessage } = settings
  const setup = { timing, settings: { rejectCalls, ignoreGroups, ...(callMessage ? { callMessage } : {}) } }
  let opened: Driver | null = null

  const driver = async (create?: { signal: AbortSignal }): Promise<Driver> => {
    if (opened) return opened
    const [token, adminToken] = await Promise.all([ctx.secrets.get('token'), ctx.secrets.get('adminToken')])
    const access = { ...settings, instanceName: settings.instanceName ?? '', token, adminToken }
    opened ??= await openDriver(ctx, access, setup, create)
    return opened
  }

  let tellsMissed = true
  const catchUp = createCatchUp(
    ctx,
    missedSource(
      ctx,
      () => driver(),
      (isAble) => {
        tellsMissed = isAble
      },
    ),
  )
  const session = createSession(ctx, {
    catchUp,
    tellsMissed: () => tellsMissed,
    driver: (signal) => driver({ signal }),
    async hookUrl() {
      const path = await hookPath(ctx)
      if (path) return ctx.hookUrl(path)
      throw new PluginError('MISCONFIGURED', { field: 'webhookSecret', detail: ctx.t('error.noWebhookSecret') })
    },
    phone: settings.pairing === 'code' ? phoneOf(ctx, settings.phone) : null,
    timing,
  })
  const leaveBus = ctx.bus.subscribe((topic) => {
    if (topic === STATUS_CHANGED) session.nudge()
  })
  const receiver = {
    settings,
    catchUp,
    driver: () =>
      driver().catch((error: unknown) => {
        if (isPluginError(error) && error.code === 'MISCONFIGURED') return null
        throw error
      }),
    onConnection() {
      session.nudge()
      // The session may be another node's.
      ctx.bus.publish(STATUS_CHANGED, null)
    },
  }

  return {
    connect: session.connect,
    disconnect: session.disconnect,
    /** The session with WhatsApp is the gateway's, and stays. */
    async forget(signal) {
      await session.disconnect()
      const [path, gateway] = [await hookPath(ctx), await driver()]
      const url = path ? await ctx.hookUrl(path) : null
      if (url && (await gateway.webhooks(signal)).includes(url)) await gateway.clearWebhook(url, signal)
    },
    async send(out, signal) {
      try {
        return await send(ctx, await driver(), out, signal)
      } catch (error) {
        // The screen shall tell before the next look is due.
        if (isPluginError(error) && SESSION_TROUBLE.has(error.code)) session.nudge()
        throw error
      }
    },
    edit: async (target, content, signal) => edit(ctx, await driver(), target, content, signal),
    remove: async (target, signal) => (await driver()).remove(target, signal),
    react: async (target, emoji, signal) => (await driver()).react(target, emoji, signal),
    async markRead(chat, externalIds, signal) {
      if (settings.readMarks && externalIds.length > 0) await (await driver()).markRead(chat, externalIds, signal)
    },
    async typing(chat, on, signal) {
      if (settings.typing) await (await driver()).typing(chat, on, signal)
    },
    fetchMedia: async (ref, signal) => fetchMedia(ctx, await driver(), ref, signal),
    async fetchHistory(chat, { count, before }, signal) {
      const page = { count, ...(before === undefined ? {} : { before }) }
      const open = await driver()
      await accept(ctx, open, await open.history(chat, page, signal))
    },
    async *listContacts(signal) {
      for await (const party of (await driver()).contacts(signal)) if (!party.addresses.some(isGroup)) yield party
    },
    async checkAddress(raw, signal) {
      return (await driver()).checkNumber(digitsOf(ctx, raw), signal)
    },
    groupMembers: async (chat, signal) => (await driver()).members(chatIdOf(chat), signal),
    receiveHook: (request) => receiveHook(ctx, receiver, request),
    async close() {
      leaveBus()
      catchUp.close()
    },
  }
}

/** A phone that is none is told when connecting, by the gateway's own words at the latest. */
function phoneOf(ctx: ChannelContext, raw: string): string {
  try {
    return phoneDigits(raw)
  } catch {
    ctx.log.debug('the phone to link is no phone')
    return raw.replace(/\D/g, '')
  }
}

function digitsOf({ t }: ChannelContext, raw: string): string {
  try {
    return phoneDigits(raw)
  } catch (error) {
    throw new PluginError('RECIPIENT_INVALID', { detail: t('error.address'), cause: error })
  }
}
