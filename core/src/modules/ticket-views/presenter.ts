import type { TicketView } from './contract.ts'
import type { Caller } from './policy.ts'
import { mayEdit } from './policy.ts'
import type { ViewRow } from './repo.ts'

export const presentView = (row: ViewRow, caller: Caller): TicketView => ({
  id: row.id,
  name: row.name,
  color: row.color,
  tab: row.tab,
  filters: row.filters,
  sharing: row.sharing,
  team: row.teamId === null ? null : { id: row.teamId, name: row.teamName ?? '' },
  mayEdit: mayEdit(caller, row),
  isForMe: row.isForMe,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
