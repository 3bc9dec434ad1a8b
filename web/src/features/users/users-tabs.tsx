import { useNavigate } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { Segments } from '../../ui/segments.tsx'

type Tab = 'pessoas' | 'equipes' | 'entrada'

/** Search and what is open stay behind: they belong to one tab. */
export function UsersTabs({ value }: { value: Tab }) {
  const t = useT('users')
  const common = useT('common')
  const navigate = useNavigate()
  return (
    <Segments<Tab>
      inline
      label={common('screens.users')}
      value={value}
      onChange={(tab) => void navigate({ search: tab === 'pessoas' ? '' : `?aba=${tab}` })}
      choices={[
        { value: 'pessoas', label: t('tabs.people') },
        { value: 'equipes', label: t('tabs.teams') },
        { value: 'entrada', label: t('tabs.signIn') },
      ]}
    />
  )
}
