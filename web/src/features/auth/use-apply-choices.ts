import { useColorScheme } from '@mui/joy/styles'
import type { Me } from '@recado/core/modules/auth/contract'
import { speakAs } from '../../lib/session/language.ts'

/** Theme and language as the person last chose them, wherever that was, the login screen included. */
export function useApplyChoices(): (me: Me) => void {
  const { setMode } = useColorScheme()
  return (me) => {
    const { theme, isDark } = me.configs as { theme?: 'light' | 'dark' | 'system'; isDark?: boolean }
    // The server answers `isDark: false` for those who never chose: they get what their system wants.
    if (theme) setMode(theme)
    else if (isDark) setMode('dark')
    void speakAs(me.locale)
  }
}
