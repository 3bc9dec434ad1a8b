import type { Farewell } from './contract.ts'
import type { FarewellRow } from './repo.ts'

export const presentFarewell = (row: FarewellRow): Farewell => ({
  id: row.id,
  name: row.name,
  message: row.message,
  showAll: row.showAll,
  queueIds: row.queueIds,
  userId: row.userId,
  user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
  tenantId: row.tenantId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
