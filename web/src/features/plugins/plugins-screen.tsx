import Box from '@mui/joy/Box'
import { type Plugin, pluginsContract } from '@recado/core/modules/plugins/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { OperatorPlugins } from './operator-plugins.tsx'
import { PluginCard } from './plugin-card.tsx'

const { list, setEnabled } = pluginsContract.routes

/** `/plugins`: what the company uses; for the operator, also how each fared at the last start. */
export const Screen = observer(() => {
  const t = useT('plugins')
  const common = useT('common')
  const [view, setView] = useUrlText('ver', 'empresa')
  const operator = session.isOperator && view === 'servidor'
  return (
    <Page
      fill={operator}
      title={common('screens.plugins')}
      text={operator ? t('operatorText') : t('text')}
      toolbar={
        session.isOperator && (
          <Segments
            inline
            label={t('view')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'empresa', label: t('company') },
              { value: 'servidor', label: t('server') },
            ]}
          />
        )
      }
    >
      {operator ? <OperatorPlugins /> : <CompanyPlugins />}
    </Page>
  )
})

function CompanyPlugins() {
  const t = useT('plugins')
  const client = useQueryClient()
  const [leaving, setLeaving] = useState<Plugin | null>(null)
  const query = useQuery({ queryKey: ['plugins'], queryFn: ({ signal }) => call(list, { signal }) })
  useRefetchOn(['plugins'], ['plugins'])
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Pick<Plugin, 'id' | 'enabled'>) =>
      call(setEnabled, { params: { id }, body: { enabled }, timeoutMs: 60_000 }),
    onSuccess: (saved) => {
      client.setQueryData<Plugin[]>(['plugins'], (rows) => rows?.map((row) => (row.id === saved.id ? saved : row)))
      void client.invalidateQueries({ queryKey: ['channel-types'] })
      void client.invalidateQueries({ queryKey: ['channels'] })
    },
  })
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={4} />
  if (query.data.length === 0) return <EmptyState icon={Blocks} title={t('empty')} text={t('emptyText')} />
  return (
    <>
      <Box component="ul" sx={gridStyles}>
        {query.data.map((plugin) => (
          <PluginCard
            key={plugin.id}
            plugin={plugin}
            busy={toggle.isPending && toggle.variables.id === plugin.id}
            onToggle={(enabled) => (enabled ? toggle.mutate({ id: plugin.id, enabled }) : setLeaving(plugin))}
          />
        ))}
      </Box>
      {leaving && (
        <ConfirmDialog
          title={t('offTitle', { name: leaving.contributions[0]?.name ?? leaving.id })}
          text={t('offText')}
          confirmLabel={t('off')}
          tone="danger"
          onConfirm={() => toggle.mutate({ id: leaving.id, enabled: false })}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}

const gridStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
}
