import { Readable } from 'node:stream'
import { CSV_BEGIN, csvLine } from '../../platform/csv.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { translate } from '../../platform/i18n/index.ts'
import { audit } from '../auth/index.ts'
import * as repo from './export-repo.ts'
import { normalisePhone } from './phone.ts'
import { mayList, seesPhones } from './policy.ts'
import { shownName, shownPhone } from './presenter.ts'
import { contactViewer } from './viewer.ts'
import { type ContactFilterQuery, loadFilter } from './viewing.ts'

const PAGE = 1000

/** A number from abroad that an import would take for a Brazilian one gets its plus. */
const unmistakable = (number: string): string => (normalisePhone(number) === number ? number : `+${number}`)

/** The contacts of a list as a file that a spreadsheet opens and an import takes back. */
export function createExporting({ uow }: { uow: UnitOfWork }) {
  async function* lines(scope: Scope, { filter, rules }: Awaited<ReturnType<typeof loadFilter>>) {
    const { locale } = scope
    const showPhones = seesPhones(contactViewer(scope), rules)
    const extra = await repo.extraNames(uow, scope, filter)
    const columns = (['id', 'name', 'number', 'email', 'tags', 'wallets', 'created'] as const).map((column) =>
      translate(locale, `export.${column}`),
    )
    yield CSV_BEGIN + csvLine([...columns, ...extra])
    let after: { name: string; id: number } | null = null
    for (;;) {
      const page: repo.ExportedContact[] = await repo.pageOfExport(uow, scope, filter, after, PAGE)
      yield page
        .map((contact) =>
          csvLine([
            contact.id,
            shownName(contact, showPhones),
            contact.number === null ? null : shownPhone(unmistakable(contact.number), showPhones),
            contact.email,
            contact.tags.join(', '),
            contact.wallets.join(', '),
            contact.createdAt.toISOString(),
            ...extra.map((name) => contact.extra[name] ?? null),
          ]),
        )
        .join('')
      after = page.at(-1) ?? null
      if (page.length < PAGE) return
    }
  }

  return {
    /** @throws ERR_NO_PERMISSION where the contacts page is for admins only */
    async csv(scope: Scope, query: ContactFilterQuery): Promise<Readable> {
      const seen = await loadFilter(uow, scope, query)
      if (!mayList(contactViewer(scope), seen.rules, '')) throw new AppError('ERR_NO_PERMISSION')
      // the search itself may be somebody's name or number
      const { searchParam, ...filter } = query
      const details = { ...filter, isSearch: Boolean(searchParam?.trim()) }
      await uow.run(scope, (tx) => audit(tx, { action: 'contact.export', details }))
      return Readable.from(lines(scope, seen), { objectMode: false, highWaterMark: 64 * 1024 })
    },
  }
}
