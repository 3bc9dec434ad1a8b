import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Keyboard } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../lib/i18n/i18n.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'
import { type Shortcut, shortcuts } from '../lib/shortcuts/registry.ts'
import { Kbd } from '../ui/kbd.tsx'

/** The keys of the present screen first, then those that work everywhere. */
export const KeysSheet = observer(({ onChange, onClose }: { onChange(): void; onClose(): void }) => {
  const t = useT('common')
  const ui = useT('ui')
  const scopes = shortcuts.scopes.toReversed().filter((scope) => scope.shortcuts.length > 0)
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 680, maxWidth: 'calc(100vw - 16px)' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('keys.title')}</DialogTitle>
        {/* longer than the window it is scrolled by keys too */}
        <DialogContent tabIndex={0}>
          <Box sx={{ columnCount: { xs: 1, sm: 2 }, columnGap: 8, pt: 2 }}>
            {scopes.map((scope) => (
              <Box key={scope.title} component="section" sx={{ breakInside: 'avoid', mb: 5 }}>
                <Typography level="body-xs" component="h3" sx={{ fontWeight: 550, mb: 1 }}>
                  {scope.title}
                </Typography>
                {waysOf(scope.shortcuts).map(({ label, keys: ways }) => (
                  <Stack key={label} direction="row" alignItems="center" spacing={2} sx={{ minHeight: 30 }}>
                    <Typography level="body-sm" textColor="text.primary" sx={{ flex: 1 }}>
                      {label}
                    </Typography>
                    {ways.map((keys) => (
                      <Kbd key={keys} keys={keys} always />
                    ))}
                  </Stack>
                ))}
              </Box>
            ))}
          </Box>
        </DialogContent>
        <Button variant="plain" color="neutral" startDecorator={<Keyboard size={16} />} onClick={onChange}>
          {t('keys.change')}
        </Button>
      </ModalDialog>
    </Modal>
  )
})

/** Two ways to do the same thing are one line. */
function waysOf(all: readonly Shortcut[]): { label: string; keys: Keys[] }[] {
  const labels = [...new Set(all.map(({ label }) => label))]
  return labels.map((label) => ({ label, keys: all.filter((one) => one.label === label).map(({ keys }) => keys) }))
}
