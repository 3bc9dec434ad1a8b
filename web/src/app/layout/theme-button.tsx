import { useColorScheme } from '@mui/joy/styles'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ToolButton } from '../../ui/tool-button.tsx'
import { nextMode, useMode } from '../use-mode.ts'

const ICONS = { light: Sun, dark: Moon, system: SunMoon }

/** Light, dark, as the system has it. */
export function ThemeButton() {
  const t = useT('common')
  const { mode: stored } = useColorScheme()
  const setMode = useMode()
  const mode = stored ?? 'system'
  const Icon = ICONS[mode]
  const label = t('shell.theme', { name: t(`preferences.${mode}`) })
  return (
    <ToolButton label={label} side="right" onClick={() => setMode(nextMode(mode))}>
      <Icon size={18} />
    </ToolButton>
  )
}
