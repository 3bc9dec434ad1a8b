import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ContactFlag } from './contract.ts'
import { type ContactRules, seesPhones, walletLimit } from './policy.ts'
import { type ContactFilter, findRules } from './search-repo.ts'
import { contactViewer } from './viewer.ts'

export interface ContactFilterQuery {
  searchParam?: string
  tagsIds?: number[]
  walletIds?: number[]
  whatsappIds?: number[]
  isGroup?: boolean
  flags?: ContactFlag[]
}

/** What somebody asked for as the company's rules let them see it. */
export function filterFor(scope: Scope, rules: ContactRules, query: ContactFilterQuery): ContactFilter {
  const viewer = contactViewer(scope)
  return {
    search: query.searchParam?.trim() ?? '',
    byNumber: seesPhones(viewer, rules),
    walletOf: walletLimit(viewer, rules),
    tagsIds: query.tagsIds,
    walletIds: query.walletIds,
    channelIds: query.whatsappIds,
    isGroup: query.isGroup,
    flags: query.flags,
  }
}

export const loadFilter = async (
  uow: UnitOfWork,
  scope: Scope,
  query: ContactFilterQuery,
): Promise<{ filter: ContactFilter; rules: ContactRules }> => {
  const rules = await findRules(uow, scope)
  return { filter: filterFor(scope, rules, query), rules }
}
