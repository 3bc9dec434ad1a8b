import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ChannelRow } from '../channels/index.ts'
import type { TicketDeps } from './ports.ts'
import * as targets from './target-repo.ts'

/**
 * Id of the address at which the contact is written to. Some channels only answer: the contact must have written on
 * them before. @throws ERR_CREATING_TICKET, ERR_WAPP_INVALID_CONTACT
 */
export async function addressOn(
  tx: Tx,
  deps: Pick<TicketDeps, 'addressKind' | 'startsConversation'>,
  contactId: number,
  channel: ChannelRow,
): Promise<number> {
  const kind = deps.addressKind(channel.type)
  if (kind === null) throw new AppError('ERR_CREATING_TICKET')
  const address = await targets.findAddress(tx, contactId, kind, channel.id)
  const mayWrite = deps.startsConversation(channel.type) || (await targets.hasTicketOn(tx, contactId, channel.id))
  if (!address || !mayWrite) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return address.id
}
