import Box from '@mui/joy/Box'
import Card from '@mui/joy/Card'
import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import type { Plugin } from '@recado/core/modules/plugins/contract'
import { useId } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { PluginStateChip } from './plugin-state.tsx'

interface PluginCardProps {
  plugin: Plugin
  busy: boolean
  onToggle(enabled: boolean): void
}

/** What a plugin brings, and its switch; one that is not active says why. */
export function PluginCard({ plugin, busy, onToggle }: PluginCardProps) {
  const t = useT('plugins')
  const id = useId()
  const active = plugin.state === 'active'
  const names = [...new Set(plugin.contributions.map((contribution) => contribution.name))].join(', ') || plugin.id
  const about = plugin.contributions.find((contribution) => contribution.description)?.description
  const kinds = [...new Set(plugin.contributions.map((contribution) => contribution.kind))]
  return (
    <Card component="li" sx={{ gap: 2, p: 4 }}>
      <Stack direction="row" spacing={3} alignItems="flex-start">
        <Box component="label" htmlFor={id} sx={{ flex: 1, minWidth: 0 }}>
          <Typography level="title-md">{names}</Typography>
          <Typography level="body-xs" className="tabular">
            {plugin.id} {plugin.version}
          </Typography>
        </Box>
        <Switch
          checked={plugin.enabled}
          disabled={busy || (!active && !plugin.enabled)}
          onChange={(event) => onToggle(event.target.checked)}
          slotProps={{ input: { id, role: 'switch' } }}
        />
      </Stack>
      {about && <Typography level="body-sm">{about}</Typography>}
      {!active && plugin.reason && (
        <Typography level="body-sm" color="danger" sx={{ overflowWrap: 'anywhere' }}>
          {plugin.reason}
        </Typography>
      )}
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1} sx={{ mt: 'auto' }}>
        {!active && <PluginStateChip state={plugin.state} />}
        {kinds.map((kind) => (
          <Chip key={kind} variant="outlined" color="neutral">
            {t(`kinds.${kind}`)}
          </Chip>
        ))}
      </Stack>
    </Card>
  )
}
