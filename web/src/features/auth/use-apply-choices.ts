import { useColorScheme } from '@mui/joy/styles'
import type { Me } from '@recado/core/modules/auth/contract'
import { changeLanguage } from '../../lib/i18n/i18n.ts'

/** Theme and language as the person last chose them, wherever that was. */
export function useApplyChoices(): (me: Me) => void {
  const { setMode } = useColorScheme()
  return (me) => {
    const { isDark } = me.configs as { isDark?: boolean }
    if (isDark !== undefined) setMode(isDark ? 'dark' : 'light')
    void changeLanguage(me.locale)
  }
}
