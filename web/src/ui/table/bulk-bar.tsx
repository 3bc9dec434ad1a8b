import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

/** What can be done with the chosen rows. */
export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  const t = useT('ui')
  return (
    <Stack
      role="toolbar"
      direction="row"
      spacing={2}
      alignItems="center"
      sx={{ px: 3, minHeight: 44, bgcolor: 'primary.softBg', color: 'primary.softColor' }}
    >
      <Typography level="title-sm" textColor="inherit" aria-live="polite" sx={{ flex: 1 }}>
        {t('table.selected', { count })}
      </Typography>
      {children}
      <Button variant="plain" onClick={onClear}>
        {t('clear')}
      </Button>
    </Stack>
  )
}
