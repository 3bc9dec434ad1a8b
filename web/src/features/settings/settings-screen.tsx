import Alert from '@mui/joy/Alert'
import Sheet from '@mui/joy/Sheet'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { settingsContract } from '@recado/core/modules/settings/contract'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { found } from '../../lib/format/fold.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SettingLine } from './setting-line.tsx'
import { GROUPS, useSettingTexts } from './setting-texts.ts'
import { useSaveSetting, useSettingRows } from './use-setting-rows.ts'

/** `/configuracoes`: every setting of the company, explained, searchable, saved as it changes. */
export function Screen() {
  const t = useT('settings')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const { rows, error, retry } = useSettingRows()
  const save = useSaveSetting()
  const texts = useSettingTexts()
  const shown = rows?.filter((row) => {
    const { label, help } = texts(row.key)
    return found(`${label} ${help} ${row.key}`, text)
  })
  const groups = [...new Set([...GROUPS, ...(rows?.map((row) => row.group) ?? [])])]
  return (
    <Page
      narrow
      title={common('screens.settings')}
      text={t('text')}
      toolbar={<SearchField label={t('search')} value={text} onChange={setText} />}
    >
      {error && !rows ? <ErrorState error={error} onRetry={retry} /> : null}
      {!rows && !error && <Skeleton variant="rectangular" height={320} sx={{ borderRadius: 8 }} />}
      {shown?.length === 0 && <NothingFound text={text} onClear={() => setText('')} />}
      <Stack spacing={6}>
        <MailNotice />
        {groups.map((group) => {
          const list = shown?.filter((row) => row.group === group) ?? []
          if (list.length === 0) return null
          const title = GROUPS.find((known) => known === group)
          return (
            <section key={group} aria-labelledby={`group-${group}`}>
              <Typography level="title-sm" component="h2" id={`group-${group}`} sx={{ mb: 2 }}>
                {title ? t(`groups.${title}`) : group}
              </Typography>
              <Sheet variant="outlined" sx={{ borderRadius: 8 }}>
                {list.map((row) => (
                  <SettingLine key={row.key} row={row} onSave={(value) => save.mutate({ key: row.key, value })} />
                ))}
              </Sheet>
            </section>
          )
        })}
      </Stack>
    </Page>
  )
}

/** Password recovery needs mail; without it the operator is told what to set. */
function MailNotice() {
  const t = useT('settings')
  const { data } = useQuery({
    queryKey: ['settings', 'mail'],
    queryFn: ({ signal }) => call(settingsContract.routes.mailStatus, { signal, quiet: true }),
    staleTime: 300_000,
  })
  if (!data || data.isConfigured) return null
  return (
    <Alert color="warning" variant="soft" startDecorator={<MailWarning size={18} />} sx={{ alignItems: 'flex-start' }}>
      <div>
        {t('mail.missing')}
        <Typography level="body-xs" textColor="inherit">
          {t('mail.variables', { names: data.variables.join(', ') })}
        </Typography>
      </div>
    </Alert>
  )
}
