import type { ReadableStream } from 'node:stream/web'
import type { AppCredentials, MediaInfo } from '@recado/sdk'
import type { LiveChannel } from '../live-channel.ts'
import type { ChannelKey } from '../ports.ts'
import type { LoadedPlugin } from '../types.ts'

/** What the HTTP side of the host needs of the rest of it. */
export interface HookAccess {
  /** On whose behalf shared hooks are answered. */
  readonly operatorTenant: number
  hookChannel(key: string): Promise<ChannelKey | null>
  openForHook(key: ChannelKey): Promise<LiveChannel | null>
  appOf(pluginId: string): Promise<AppCredentials>
  loadedPlugin(id: string): LoadedPlugin | null
  byAccount(type: string, accountIds: readonly string[]): Promise<ChannelKey[]>
  openMedia(tenantId: number, id: string): Promise<{ info: MediaInfo; stream: ReadableStream<Uint8Array> } | null>
  recordDefect(pluginId: string, instance: string | null, where: string, error: unknown): void
}
