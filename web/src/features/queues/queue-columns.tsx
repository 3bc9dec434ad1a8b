import type { Queue } from '@recado/core/modules/queues/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { ActiveChip } from '../../ui/active-chip.tsx'
import { ColouredName } from '../../ui/colour.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useCompanyDistribution } from './company-distribution.ts'

export function useQueueColumns(all: Queue[]): Column<Queue>[] {
  const t = useT('queues')
  const common = useT('common')
  const company = useCompanyDistribution()
  return [
    {
      id: 'name',
      header: common('name'),
      cell: (queue) => <ColouredName colour={queue.color} name={queue.name} />,
      sortBy: (queue) => queue.name,
      priority: 1,
      fixed: true,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (queue) => <ActiveChip active={queue.isActive} />,
      sortBy: (queue) => Number(queue.isActive),
      width: '104px',
      priority: 1,
    },
    {
      id: 'distribution',
      header: t('distribution'),
      cell: (queue) =>
        queue.distribution ? t(`mode.${queue.distribution}`) : t('company', { mode: t(`mode.${company}`) }),
      priority: 3,
    },
    {
      id: 'keywords',
      header: t('keywords'),
      cell: (queue) => queue.transferKeywords.join(', ') || '–',
      priority: 3,
    },
    {
      id: 'fallback',
      header: t('fallback'),
      cell: (queue) => all.find((other) => other.id === queue.fallbackQueueId)?.name ?? '–',
      priority: 3,
    },
    {
      id: 'updated',
      header: common('updated'),
      cell: (queue) => <TimeAgo at={queue.updatedAt} />,
      sortBy: (queue) => Date.parse(queue.updatedAt),
      width: '200px',
    },
  ]
}
