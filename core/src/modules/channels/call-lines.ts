import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { channelInstance, type PluginHost } from '../../plugin-host/index.ts'
import type { CallLines } from './contract.ts'
import { getChannel } from './lookup.ts'
import * as repo from './repo.ts'
import { statusOf } from './schemas.ts'

/** Sealed beside the plugin's own secrets, and gone with them; a plugin's fields have no such sign in their names. */
export const CALL_TOKENS = 'core:callTokens'

/** The lines of the voice-call provider that belong to a channel: tokens that browsers connect with themselves. */
export function createCallLines({ uow, host }: { uow: UnitOfWork; host: Pick<PluginHost, 'secrets'> }) {
  return {
    /** Undefined keeps what is there, null clears it. */
    async save(tenantId: number, channelId: number, tokens: string[] | null | undefined): Promise<void> {
      if (tokens === undefined) return
      const value = tokens === null ? null : tokens.join(',')
      await host.secrets.change(tenantId, channelInstance(channelId), new Map([[CALL_TOKENS, value]]))
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_PERMISSION to whoever may not call by this channel */
    async read(scope: Scope, channelId: number): Promise<CallLines> {
      const channel = await uow.run(scope, async (tx) => {
        const userId = userIdOf(scope)
        const found = await getChannel(tx, channelId)
        if (userId === null || !(await repo.mayCallBy(tx, userId, channelId))) throw new AppError('ERR_NO_PERMISSION')
        return found
      })
      const tokens = await host.secrets.get(scope.tenantId, channelInstance(channelId), CALL_TOKENS)
      const devices = (tokens?.split(',') ?? []).map((token, index) => ({
        id: index + 1,
        name: `${channel.name} ${index + 1}`,
        token,
        status: statusOf(channel.state),
      }))
      return { channelId, devices }
    },
  }
}
