import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Template } from '@recado/core/modules/templates/contract'
import { textOf } from '@recado/core/modules/templates/policy'
import { Pencil, Trash2 } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'

interface TemplateLineProps {
  template: Template
  canEdit: boolean
  onEdit(): void
  onRemove(): void
}

const COLOURS = {
  APPROVED: 'success',
  PENDING: 'warning',
  IN_APPEAL: 'warning',
  REJECTED: 'danger',
  PAUSED: 'danger',
  DISABLED: 'danger',
} as const

type Status = keyof typeof COLOURS | 'other'
const statusOf = (status: string): Status => (Object.hasOwn(COLOURS, status) ? (status as Status) : 'other')

/** Without the marks of bold text. */
const plain = (text: string): string => text.replace(/^\*(.*)\*$/m, '$1')

/** One template: what it says, and what the provider says of it. */
export function TemplateLine({ template, canEdit, onEdit, onRemove }: TemplateLineProps) {
  const t = useT('channels')
  const common = useT('common')
  const { name, language, category, status, quality, reason, components } = template
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, py: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1.5} alignItems="center">
          <Typography level="title-sm" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Chip size="sm" color={{ ...COLOURS, other: 'neutral' as const }[statusOf(status)]}>
            {t(`templates.status.${statusOf(status)}`, { status })}
          </Chip>
          {quality && quality !== 'UNKNOWN' && (
            <Chip size="sm" variant="outlined">
              {t('templates.quality', { quality })}
            </Chip>
          )}
          <Typography level="body-xs">
            {language} · {category.toLowerCase()}
          </Typography>
        </Stack>
        <Typography level="body-sm" sx={previewStyles}>
          {plain(textOf(components, { variables: {} }))}
        </Typography>
        {reason && (
          <Typography level="body-xs" color="danger">
            {reason}
          </Typography>
        )}
      </Box>
      {canEdit && (
        <ActionMenu
          label={common('actionsOf', { name })}
          actions={[
            { id: 'edit', label: t('templates.edit'), icon: Pencil, run: onEdit },
            {
              id: 'remove',
              label: t('templates.remove'),
              icon: Trash2,
              tone: 'danger',
              apart: true,
              run: onRemove,
            },
          ]}
        />
      )}
    </Box>
  )
}

const previewStyles = {
  mt: 0.5,
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
}
