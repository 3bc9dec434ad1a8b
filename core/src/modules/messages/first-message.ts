import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type FirstMessage, loadViewer } from '../tickets/index.ts'
import { compose } from './compose.ts'
import { isWarned, type RequireWindow, withName } from './sending-terms.ts'
import type { MessageDeps } from './service.ts'

type FirstMessageParts = { deps: Pick<MessageDeps, 'uow' | 'featuresOf'>; requireWindow: RequireWindow }

/** What an agent says first, in a ticket that is only about to be opened. */
export function createFirstMessage({ deps, requireWindow }: FirstMessageParts) {
  return {
    /**
     * Refuses beforehand what sending would refuse, so that no ticket is opened for it.
     * @throws ERR_WAPP_NOT_INITIALIZED, ERR_MESSAGE_WINDOW_CLOSED, and what composing refuses
     */
    async checkFirst(
      scope: Scope,
      { type, ...place }: { contactId: number; channelId: number; type: string },
      first: FirstMessage,
    ): Promise<void> {
      const features = deps.featuresOf(type)
      if (!features) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      const viewer = await loadViewer(deps.uow, scope)
      const send = viewer.mustSign ? withName(first, viewer.name) : first
      const draft = { send, files: [], replyToId: null, userId: userIdOf(scope), sendType: 'chat' }
      const items = compose(draft, features)
      if (!isWarned(first)) await requireWindow(scope, { ...place, thread: '' }, features, items)
    },
  }
}
