import type { ChannelContext } from '@recado/sdk'
import type { WAVersion } from '@whiskeysockets/baileys'

const KEY = 'wa-version'

/** `2.3000.1043857760` as three numbers; undefined when it is none. */
export function parseVersion(text: string | undefined): WAVersion | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(text?.trim() ?? '')
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined
}

/** The version to announce: what the administrator typed, what was found last; else the library's own. */
export async function knownVersion(ctx: ChannelContext, override: string | undefined): Promise<WAVersion | undefined> {
  return parseVersion(override) ?? parseVersion((await ctx.store.get<string>(KEY))?.value)
}

/** Reads the version that WhatsApp Web serves now and keeps it. False when that did not work. */
export async function refreshVersion(ctx: ChannelContext, signal: AbortSignal): Promise<boolean> {
  try {
    const page = await ctx.http.request('web:/sw.js', { signal, timeoutMs: 10_000 })
    const revision = /\\?"client_revision\\?":\s*(\d{6,12})/.exec(await page.text())?.[1]
    if (!revision) return false
    await ctx.store.set(KEY, `2.3000.${revision}`)
    return true
  } catch (error) {
    ctx.log.warn('the version of WhatsApp Web could not be read', { detail: String(error).slice(0, 200) })
    return false
  }
}
