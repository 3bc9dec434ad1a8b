import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { toAppError } from '../../plugin-host/index.ts'
import { notConnectedCode } from '../channels/policy.ts'
import { takesHistory } from './inbound/inbound-repo.ts'
import type { MessageParts } from './service.ts'

/** What the provider says no to is a message that it does not have any more. */
function faultOf(error: unknown, channelState: string): unknown {
  const told = toAppError(error)
  if (!(told instanceof AppError)) return told
  if (told.code === 'ERR_SENDING_WAPP_MSG') return new AppError('ERR_FETCH_WAPP_MSG', { cause: error })
  if (told.code === 'ERR_WAPP_NOT_INITIALIZED') return new AppError(notConnectedCode(channelState), { cause: error })
  return told
}

/** Messages that the provider has and we have not. */
export function createSynchronising({ deps, ...parts }: MessageParts) {
  return {
    /**
     * Asks the provider for the newest messages of the conversation; those that we have are absorbed.
     * @throws ERR_NO_TICKET_FOUND, ERR_MESSAGE_UNSUPPORTED, ERR_NO_PERMISSIO where the plan imports nothing,
     * ERR_FETCH_WAPP_MSG, ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_INITIALIZED, ERR_RATE_LIMITED, ERR_PLUGIN_FAILED
     */
    async sync(scope: Scope, ticketId: number, count: number): Promise<{ imported: number }> {
      const { ticket } = await parts.seen(scope, ticketId)
      if (!(await takesHistory(deps.uow, scope.tenantId))) throw new AppError('ERR_NO_PERMISSIO')
      if (!parts.featuresFor(ticket).history)
        throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: 'history' } })
      await deps.fetchHistory(scope.tenantId, ticket, count).catch((error: unknown) => {
        throw faultOf(error, ticket.channel.state)
      })
      const after = await parts.seen(scope, ticketId)
      return { imported: Math.max(0, after.ticket.seq - ticket.seq) }
    },
  }
}
