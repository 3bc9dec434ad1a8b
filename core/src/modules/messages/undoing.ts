import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Message } from './contract.ts'
import { undoSend } from './repo.ts'
import type { MessageParts } from './service.ts'

/** Messages that wait a moment before they go, and can be taken back until then. */
export function createUndoing({ deps, seenMessage, present }: MessageParts) {
  const { uow, news, kick } = deps

  return {
    /** Answers the message as it was. @throws ERROR_NOT_FOUND_MESSAGE for another's, too, ERR_UNDO_LATE */
    async undo(scope: Scope, id: string): Promise<Message> {
      const { message, ticket, viewer } = await seenMessage(scope, id)
      if (!message.fromMe || message.userId === null || message.userId !== userIdOf(scope))
        throw new AppError('ERROR_NOT_FOUND_MESSAGE')
      const isUndone = message.heldUntil !== null && (await uow.run(scope, (tx) => undoSend(tx, message.id)))
      if (!isUndone) throw new AppError('ERR_UNDO_LATE')
      await news.changed(scope.tenantId, [message.id], 'chat:delete')
      // what stood behind it in the conversation may go now
      kick({ tenantId: scope.tenantId, channelId: message.channelId })
      return present(scope, ticket, viewer)(message)
    },
  }
}
