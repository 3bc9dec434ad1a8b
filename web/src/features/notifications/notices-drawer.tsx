import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Drawer from '@mui/joy/Drawer'
import List from '@mui/joy/List'
import ModalClose from '@mui/joy/ModalClose'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Bell, CheckCheck, Settings2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { notices } from '../../entities/notices.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { NoticeRow } from './notice-row.tsx'
import { SilenceMenu } from './silence-menu.tsx'
import { useMarkAllRead, useMarkRead, useNotices } from './use-notices.ts'

interface NoticesDrawerProps {
  onPreferences(): void
  onClose(): void
}

/** What the person was told; a click goes to the thing. */
export const NoticesDrawer = observer(({ onPreferences, onClose }: NoticesDrawerProps) => {
  const t = useT('notifications')
  const [filter, setFilter] = useState<'all' | 'unread'>('all')
  const query = useNotices(filter === 'unread')
  const markRead = useMarkRead()
  const markAllRead = useMarkAllRead()
  const rows = query.data?.pages.flatMap((page) => page.notifications)
  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{ content: { 'aria-labelledby': 'notices-title', sx: { width: { xs: '100%', sm: 420 }, gap: 0 } } }}
    >
      <Stack direction="row" alignItems="center" spacing={1} sx={{ px: 4, pt: 3, pb: 2 }}>
        <Typography level="title-lg" component="h2" id="notices-title" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        <SilenceMenu />
        <ToolButton label={t('preferences')} onClick={onPreferences}>
          <Settings2 size={18} />
        </ToolButton>
        <ModalClose aria-label={t('close')} sx={{ position: 'static' }} />
      </Stack>
      <Stack direction="row" useFlexGap flexWrap="wrap" alignItems="center" spacing={2} sx={{ px: 4, pb: 3 }}>
        <Segments<'all' | 'unread'>
          inline
          label={t('filter')}
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
        <Button
          size="sm"
          variant="plain"
          startDecorator={<CheckCheck size={16} aria-hidden />}
          disabled={notices.unread === 0}
          sx={{ ml: 'auto' }}
          onClick={() => markAllRead()}
        >
          {t('readAll')}
        </Button>
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: '1px solid', borderColor: 'divider' }}>
        {query.error && !rows ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : rows === undefined ? (
          <ListSkeleton avatar={false} rows={6} />
        ) : rows.length === 0 ? (
          <EmptyState icon={Bell} title={t(filter === 'unread' ? 'emptyUnread' : 'empty')} text={t('emptyText')} />
        ) : (
          <List aria-label={t('title')} sx={{ p: 0 }}>
            {rows.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onRead={() => markRead(notice)}
                onOpen={() => {
                  markRead(notice)
                  if (notice.link === null) return
                  window.location.hash = `#${notice.link}`
                  onClose()
                }}
              />
            ))}
          </List>
        )}
        {query.hasNextPage && (
          <Stack alignItems="center" sx={{ p: 3 }}>
            <Button
              variant="outlined"
              color="neutral"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </Stack>
        )}
      </Box>
    </Drawer>
  )
})
