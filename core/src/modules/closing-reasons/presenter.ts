import type { ClosingReason } from './contract.ts'
import type { ReasonRow } from './repo.ts'

export const presentReason = (row: ReasonRow): ClosingReason => ({
  id: row.id,
  name: row.name,
  color: row.color,
  isActive: row.isActive,
  queueIds: row.queueIds,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
