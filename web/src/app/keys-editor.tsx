import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { keymap } from '../lib/shortcuts/keymap.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'
import { clashes, type KeyRefusal, refusalOf } from '../lib/shortcuts/rules.ts'
import { toast } from '../lib/toasts.ts'
import { type KeyProblem, KeysEditorRow } from './keys-editor-row.tsx'
import { type ShortcutAction, shortcutActions, shortcutGroups } from './shortcut-actions.ts'
import { shortcutChoices } from './shortcut-choices.ts'
import { useKeyCapture } from './use-key-capture.ts'

const holderOf = (keys: Keys, { id }: ShortcutAction): ShortcutAction | undefined =>
  shortcutActions.find((other) => other.id !== id && clashes(keymap.keysOf(other.keys), keys))

/** Gives other keys to actions. Each change works at once, everywhere. */
export const KeysEditor = observer(({ onClose }: { onClose(): void }) => {
  const t = useT('common')
  const ui = useT('ui')
  const [changing, setChanging] = useState<ShortcutAction | null>(null)
  const [problem, setProblem] = useState<(KeyProblem & { id: string }) | null>(null)

  const give = (action: ShortcutAction, keys: Keys) => {
    const refusal: KeyRefusal | null = refusalOf(keys)
    const holder = holderOf(keys, action)
    if (refusal) setProblem({ id: action.id, keys, refusal })
    else if (holder) setProblem({ id: action.id, keys, holder })
    else void shortcutChoices.choose({ [action.id]: keys })
  }
  useKeyCapture(changing !== null, (keys) => {
    setChanging(null)
    if (changing && keys !== null) give(changing, keys)
  })
  const begin = (action: ShortcutAction) => {
    setProblem(null)
    setChanging(action)
  }
  /** Each gets the other's. */
  const swap = (action: ShortcutAction, { keys, holder }: KeyProblem) => {
    setProblem(null)
    if (holder) void shortcutChoices.choose({ [action.id]: keys, [holder.id]: keymap.keysOf(action.keys) })
  }
  const restore = (action: ShortcutAction) => {
    setProblem(null)
    give(action, action.keys)
  }
  const restoreAll = () => {
    setProblem(null)
    void shortcutChoices.reset().then(() => toast.success(t('keys.restored')))
  }
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 620, maxWidth: 'calc(100vw - 16px)' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('keys.changeTitle')}</DialogTitle>
        <Typography level="body-sm">{t('keys.changeText')}</Typography>
        <DialogContent tabIndex={0}>
          {shortcutGroups.map((group) => (
            <Box key={group.id} component="section" sx={{ mb: 5, pr: 1 }}>
              <Typography level="body-xs" component="h3" sx={{ fontWeight: 550, mb: 1 }}>
                {group.title()}
              </Typography>
              {group.actions.map((action) => (
                <KeysEditorRow
                  key={action.id}
                  action={action}
                  isChanging={changing?.id === action.id}
                  isChanged={shortcutChoices.get(action.id) !== undefined}
                  problem={problem?.id === action.id ? problem : null}
                  onChange={() => begin(action)}
                  onSwap={(found) => swap(action, found)}
                  onRestore={() => restore(action)}
                  onDismiss={() => setProblem(null)}
                />
              ))}
            </Box>
          ))}
        </DialogContent>
        <Button variant="outlined" color="neutral" disabled={shortcutChoices.isEmpty} onClick={restoreAll}>
          {t('keys.restoreAll')}
        </Button>
      </ModalDialog>
    </Modal>
  )
})
