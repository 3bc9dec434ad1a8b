import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { Compass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useT } from '../lib/i18n/i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFound() {
  const t = useT('common')
  return (
    <Box component="main" sx={{ height: '100%', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        isScreen
        icon={Compass}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Button component={Link} to="/">
            {t('notFound.home')}
          </Button>
        }
      />
    </Box>
  )
}
