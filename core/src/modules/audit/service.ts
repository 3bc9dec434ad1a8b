import { Readable } from 'node:stream'
import { CSV_BEGIN, csvLine } from '../../platform/csv.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { translate } from '../../platform/i18n/index.ts'
import { audit } from '../auth/index.ts'
import type { AuditFilter, AuditRow } from './contract.ts'
import * as repo from './repo.ts'

const PAGE = 50
const EXPORT_PAGE = 1000
const COLUMNS = ['at', 'actor', 'action', 'object', 'objectName', 'ip', 'details'] as const

const present = ({ at, ...row }: repo.StoredRow): AuditRow => ({ ...row, at: at.toISOString() })

/** What was done in a company, for its admins (reliability A-22). Written by `audit` of the auth module. */
export function createAuditService({ uow }: { uow: UnitOfWork }) {
  async function* lines({ tenantId, locale }: Scope, filter: AuditFilter) {
    yield CSV_BEGIN + csvLine(COLUMNS.map((column) => translate(locale, `audit.${column}`)))
    let before: string | null = null
    for (;;) {
      const page: repo.StoredRow[] = await repo.pageOfLog(uow, { tenantId }, { filter, before, take: EXPORT_PAGE })
      yield page
        .map(({ at, actorName, actorKind, action, object, objectName, ip, details }) =>
          csvLine([at.toISOString(), actorName ?? actorKind, action, object, objectName, ip, JSON.stringify(details)]),
        )
        .join('')
      before = page.at(-1)?.id ?? null
      if (page.length < EXPORT_PAGE) return
    }
  }

  return {
    async list(scope: Scope, { before = null, ...filter }: AuditFilter & { before?: string | null }) {
      const rows = await repo.pageOfLog(uow, scope, { filter, before, take: PAGE + 1 })
      return { rows: rows.slice(0, PAGE).map(present), hasMore: rows.length > PAGE }
    },

    /** Who takes the log out of the program stands in it too. */
    async csv(scope: Scope, filter: AuditFilter): Promise<Readable> {
      await uow.run(scope, (tx) => audit(tx, { action: 'audit.export', details: { ...filter } }))
      return Readable.from(lines(scope, filter), { objectMode: false, highWaterMark: 64 * 1024 })
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>
