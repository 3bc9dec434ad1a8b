import type { ChannelContext } from '@recado/sdk'
import type { Limits } from './limits.ts'
import { canonicalOrigins } from './origins.ts'
import type { WebchatSettings } from './settings.ts'
import type { PublicConfig, WireAvailability } from './wire.ts'

const MB = 1_048_576
const FRESH_MS = 15_000

/** Whether the channel counts as closed right now; asked of the host at most every few seconds. */
export function createAvailability(ctx: ChannelContext<WebchatSettings>) {
  let known: { at: number; value: Promise<WireAvailability> } | null = null
  return async function offlineNow(): Promise<{ now: boolean; message: string | null }> {
    if (!known || ctx.clock.now() - known.at > FRESH_MS) {
      known = { at: ctx.clock.now(), value: ctx.conversations.availability() }
      known.value.catch(() => {
        known = null
      })
    }
    const { open, agentsOnline, message } = await known.value
    const now = !open || (ctx.settings.offlineWhen === 'nobody' && !agentsOnline)
    return { now, message: ctx.settings.offlineMessage ?? message }
  }
}

export const fileLimits = (settings: WebchatSettings): PublicConfig['files'] => ({
  maxBytes: (settings.maxFileMb ?? 10) * MB,
  kinds: settings.fileKinds ?? [],
})

/** The public part of the settings. Nothing in here is secret: whoever knows the embedding key may read it. */
export function publicConfig(
  settings: WebchatSettings,
  limits: Limits,
  offline: { now: boolean; message: string | null },
): PublicConfig {
  return {
    title: settings.title ?? null,
    subtitle: settings.subtitle ?? null,
    greeting: settings.greeting ?? null,
    accent: settings.accent ?? '#0f6b66',
    position: settings.position ?? 'right',
    language: settings.language ?? 'auto',
    theme: settings.theme ?? 'auto',
    sound: settings.sound ?? false,
    requireIdentity: settings.requireIdentity ?? false,
    origins: canonicalOrigins(settings.allowedOrigins ?? []),
    offline: { mode: settings.offlineMode ?? 'message', ...offline },
    files: fileLimits(settings),
    textLength: limits.textLength,
  }
}
