import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { RotateCcw } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'
import type { KeyRefusal } from '../lib/shortcuts/rules.ts'
import { Kbd } from '../ui/kbd.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import type { ShortcutAction } from './shortcut-actions.ts'

/** Why keys were not given. */
export interface KeyProblem {
  keys: Keys
  refusal?: KeyRefusal
  /** Who has them already. */
  holder?: ShortcutAction
}

interface KeysEditorRowProps {
  action: ShortcutAction
  isChanging: boolean
  isChanged: boolean
  problem: KeyProblem | null
  onChange(): void
  onSwap(problem: KeyProblem): void
  onRestore(): void
  onDismiss(): void
}

/** One action with its keys, which are a button to change them. */
export function KeysEditorRow(props: KeysEditorRowProps) {
  const { action, isChanging, isChanged, problem, onChange, onSwap, onRestore, onDismiss } = props
  const t = useT('common')
  const label = action.label()
  return (
    <Box sx={{ borderBottom: '1px solid', borderColor: 'divider', py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, flexWrap: 'wrap' }}>
        <Typography level="body-sm" textColor="text.primary" sx={{ flex: '1 1 180px' }}>
          {label}
        </Typography>
        {isChanging && (
          <Typography level="body-xs" role="status" textColor="primary.plainColor">
            {t('keys.press')}
          </Typography>
        )}
        {isChanged && !isChanging && (
          <ToolButton label={t('keys.restoreOf', { action: label })} hint={t('keys.restore')} onClick={onRestore}>
            <RotateCcw size={15} />
          </ToolButton>
        )}
        <Button
          size="sm"
          variant={isChanging ? 'solid' : 'outlined'}
          color={isChanging ? 'primary' : 'neutral'}
          aria-label={t('keys.changeOf', { action: label })}
          onClick={onChange}
          sx={{ minWidth: 72 }}
        >
          {isChanging ? '…' : <Kbd keys={action.keys} plain always />}
        </Button>
      </Box>
      {problem && (
        <Alert
          size="sm"
          color="warning"
          variant="soft"
          role="alert"
          sx={{ mt: 1, flexWrap: 'wrap' }}
          endDecorator={
            <Box sx={{ display: 'flex', gap: 1 }}>
              {problem.holder && (
                <Button size="sm" color="warning" variant="solid" onClick={() => onSwap(problem)}>
                  {t('keys.swap')}
                </Button>
              )}
              <Button size="sm" color="warning" variant="plain" onClick={onDismiss}>
                {t('keys.cancel')}
              </Button>
            </Box>
          }
        >
          {problem.holder
            ? t('keys.taken', { action: problem.holder.label() })
            : t(`keys.refused.${problem.refusal ?? 'fixed'}`)}
        </Alert>
      )}
    </Box>
  )
}
