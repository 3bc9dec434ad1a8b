import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import * as repo from './repo.ts'

/** @throws ERR_NO_WAPP_FOUND */
export async function getChannel(tx: Tx, id: number): Promise<repo.ChannelRow> {
  const row = await repo.findChannel(tx, id)
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND')
  return row
}

/**
 * The channel to send on: the given one if it is connected, else the default, else any that is (api-shapes §9).
 * @throws ERR_NO_DEF_WAPP_FOUND
 */
export async function channelFor(tx: Tx, wanted: { id?: number; type?: string } = {}): Promise<repo.ChannelRow> {
  const row = await repo.findConnected(tx, wanted)
  if (!row) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return row
}

/** Those that are connected, the default first. */
export const connectedChannels = (tx: Tx): Promise<repo.ChannelRow[]> => repo.listConnected(tx)

/** Names for rows of tickets, deleted channels included. */
export async function channelNames(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, { id: number; name: string; type: string; number: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await repo.findChannels(tx, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** May this person open tickets on the channel? A list of channels limits to it; none means all. */
export async function mayOpenOn(tx: Tx, userId: number, channelId: number): Promise<boolean> {
  const limited = await repo.channelIdsOfUser(tx, userId)
  return limited.length === 0 || limited.includes(channelId)
}
