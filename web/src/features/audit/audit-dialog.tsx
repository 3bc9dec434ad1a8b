import Box from '@mui/joy/Box'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import type { AuditRow } from '@recado/core/modules/audit/contract'
import { Fragment } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useAuditTexts } from './audit-texts.ts'

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** All that was written down of one act. */
export function AuditDialog({ row, onClose }: { row: AuditRow; onClose(): void }) {
  const t = useT('audit')
  const ui = useT('ui')
  const { actionName, actorName, objectName } = useAuditTexts()
  const facts: [string, string][] = [
    [t('at'), formatDateTime(row.at)],
    [t('who'), actorName(row)],
    [t('object'), objectName(row)],
    ['IP', row.ip ?? '–'],
  ]
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 520, maxWidth: 'calc(100vw - 24px)' }}>
        <DialogTitle component="h2" sx={{ pr: 8 }}>
          {actionName(row.action)}
        </DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <DialogContent tabIndex={0} aria-label={t('details')}>
          <Facts facts={facts} />
          <Typography level="title-sm" component="h3" sx={{ mt: 4, mb: 2 }}>
            {t('details')}
          </Typography>
          <Facts
            facts={[
              [t('code'), row.object ? `${row.action} · ${row.object}` : row.action],
              ...Object.entries(row.details).map(([name, value]): [string, string] => [name, shown(value)]),
            ]}
          />
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}

const Facts = ({ facts }: { facts: [name: string, value: string][] }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(90px, auto) 1fr', columnGap: 4, rowGap: 1.5 }}
  >
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <Typography component="dt" level="body-xs" sx={{ pt: 0.25 }}>
          {name}
        </Typography>
        <Typography component="dd" level="body-sm" textColor="text.primary" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Typography>
      </Fragment>
    ))}
  </Box>
)
