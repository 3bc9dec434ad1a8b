import IconButton from '@mui/joy/IconButton'
import { useColorScheme } from '@mui/joy/styles'
import Tooltip from '@mui/joy/Tooltip'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
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
    <Tooltip title={label} placement="right">
      <IconButton aria-label={label} onClick={() => setMode(nextMode(mode))}>
        <Icon size={18} />
      </IconButton>
    </Tooltip>
  )
}
