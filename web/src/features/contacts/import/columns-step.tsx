import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import { contactTasksContract, type ImportTask } from '@recado/core/modules/contact-tasks/contract'
import { useId, useState } from 'react'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { doubled, MEANINGS, type Meaning, mappingOf, meaningsOf } from './columns.ts'
import { ForEverybody } from './for-everybody.tsx'

const idsOf = (list: readonly (number | { id: number })[] = []): number[] =>
  list.map((entry) => (typeof entry === 'number' ? entry : entry.id))

/** What each column of the file is, and what every line gets besides. */
export function ColumnsStep({ task, onChecked }: { task: ImportTask; onChecked(task: ImportTask): void }) {
  const t = useT('contacts')
  const id = useId()
  const { columns, samples } = task.file ?? { columns: [], samples: [] }
  const fields = columns.map((title, column) => ({ title, column }))
  const [meanings, setMeanings] = useState(() => meaningsOf(task.options?.mapping ?? null, columns.length))
  const [tags, setTags] = useState(() => idsOf(task.options?.tags))
  const [wallets, setWallets] = useState(() => idsOf(task.options?.wallets))
  const [replace, setReplace] = useState(task.options?.replace ?? false)
  const [isBusy, setBusy] = useState(false)
  const twice = doubled(meanings)
  const problem = twice
    ? t('import.twice', { name: t(`import.as.${twice}`) })
    : meanings.includes('number')
      ? null
      : t('import.needNumber')
  const check = async () => {
    setBusy(true)
    try {
      const body = { mapping: mappingOf(meanings, columns), tags, wallets, replace }
      onChecked(await call(contactTasksContract.routes.check, { params: { id: task.id }, body }))
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack spacing={4}>
      <Typography level="title-sm" component="h3">
        {t('import.columns')}
      </Typography>
      <Stack component="ul" spacing={2} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {fields.map(({ title, column }) => (
          <Box component="li" key={column} sx={columnStyles}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }} id={`${id}-${column}`}>
              <Typography level="title-sm">{title || `#${column + 1}`}</Typography>
              <Typography level="body-xs" noWrap dir="auto">
                {samples
                  .map((line) => line[column])
                  .filter(Boolean)
                  .slice(0, 3)
                  .join(' · ') || '–'}
              </Typography>
            </Box>
            <Select<Meaning>
              value={meanings[column] ?? 'none'}
              onChange={(_, meaning) =>
                setMeanings(meanings.map((old, at) => (at === column ? (meaning ?? 'none') : old)))
              }
              slotProps={{ button: { 'aria-labelledby': `${id}-${column}` } }}
              sx={{ flex: '0 0 200px' }}
            >
              {MEANINGS.map((meaning) => (
                <Option key={meaning} value={meaning}>
                  {t(`import.as.${meaning}`)}
                </Option>
              ))}
            </Select>
          </Box>
        ))}
      </Stack>
      <ForEverybody tags={tags} wallets={wallets} onTags={setTags} onWallets={setWallets} />
      <Stack direction="row" spacing={4} justifyContent="space-between" alignItems="flex-start">
        <Box component="label" htmlFor={`${id}-replace`}>
          <Typography level="title-sm">{t('import.replace')}</Typography>
          <Typography level="body-xs">{t('import.replaceHelp')}</Typography>
        </Box>
        <Switch
          checked={replace}
          onChange={(event) => setReplace(event.target.checked)}
          slotProps={{ input: { id: `${id}-replace`, role: 'switch' } }}
        />
      </Stack>
      <Stack direction="row" spacing={3} alignItems="center" justifyContent="flex-end">
        <Typography level="body-sm" color="danger" role="status">
          {problem}
        </Typography>
        <Button loading={isBusy} disabled={problem !== null} onClick={() => void check()}>
          {t('import.check')}
        </Button>
      </Stack>
    </Stack>
  )
}

const columnStyles = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }
