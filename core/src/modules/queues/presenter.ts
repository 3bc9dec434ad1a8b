import { DISTRIBUTIONS, type Queue } from './contract.ts'
import type { QueueRow } from './repo.ts'

export const presentQueue = (row: QueueRow): Queue => ({
  id: row.id,
  queue: row.name,
  name: row.name,
  color: row.color,
  isActive: row.isActive,
  userId: row.userId,
  tenantId: row.tenantId,
  transferKeywords: row.transferKeywords,
  fallbackQueueId: row.fallbackQueueId,
  checkOnlineUsers: row.checkOnlineUsers,
  greetingMessage: row.greetingMessage,
  transferMessage: row.transferMessage,
  noUsersMessage: row.noUsersMessage,
  autoCloseMinutes: row.autoCloseMinutes,
  autoPendingMinutes: row.autoPendingMinutes,
  distribution: DISTRIBUTIONS.find((mode) => mode === row.distribution) ?? null,
  agentCapacity: row.agentCapacity,
  headStartMinutes: row.headStartMinutes,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
