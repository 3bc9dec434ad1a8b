import type { Tag } from './contract.ts'
import type { TagRow } from './repo.ts'

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  tag: row.name,
  name: row.name,
  color: row.color,
  isActive: row.isActive,
  userId: row.userId,
  tenantId: row.tenantId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
