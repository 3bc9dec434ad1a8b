import { type Distribution, type Queue, queuesContract } from '@recado/core/modules/queues/contract'
import { Type } from 'typebox'
import { tints } from '../../theme/palette.ts'

const { queue: name, ...rest } = queuesContract.routes.create.body.properties
export const queueSchema = Type.Object({ ...rest, queue: Type.Required(Type.Object({ name })).properties.name })

export interface Values {
  queue: string
  color: string
  isActive: boolean
  transferKeywords: string[]
  fallbackQueueId: number | null
  checkOnlineUsers: boolean
  greetingMessage: string
  transferMessage: string
  noUsersMessage: string
  autoCloseMinutes: number | null
  autoPendingMinutes: number | null
  /** Null: as the company has it. */
  distribution: Distribution | null
  agentCapacity: number | null
  headStartMinutes: number
}

export const initialOf = (queue: Queue | null): Values => ({
  queue: queue?.name ?? '',
  color: queue?.color ?? tints[0],
  isActive: queue?.isActive ?? true,
  transferKeywords: [...(queue?.transferKeywords ?? [])],
  fallbackQueueId: queue?.fallbackQueueId ?? null,
  checkOnlineUsers: queue?.checkOnlineUsers ?? false,
  greetingMessage: queue?.greetingMessage ?? '',
  transferMessage: queue?.transferMessage ?? '',
  noUsersMessage: queue?.noUsersMessage ?? '',
  autoCloseMinutes: queue?.autoCloseMinutes ?? null,
  autoPendingMinutes: queue?.autoPendingMinutes ?? null,
  distribution: queue?.distribution ?? null,
  agentCapacity: queue?.agentCapacity ?? null,
  headStartMinutes: queue?.headStartMinutes ?? 0,
})
