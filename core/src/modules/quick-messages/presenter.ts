import type { Media } from '../media/contract.ts'
import type { QuickMessage } from './contract.ts'
import type { QuickMessageRow } from './repo.ts'

export const presentQuickMessage = (row: QuickMessageRow, files: ReadonlyMap<string, Media>): QuickMessage => ({
  id: row.id,
  key: row.key,
  message: row.message,
  folder: row.folder,
  showAll: row.showAll,
  userId: row.userId,
  user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
  tenantId: row.tenantId,
  medias: row.mediaIds.flatMap((id) => files.get(id) ?? []),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
