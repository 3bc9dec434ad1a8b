import { useColorScheme } from '@mui/joy/styles'
import { useCallback } from 'react'
import { call } from '../lib/http/client.ts'
import { session } from '../lib/session/session.ts'

export const MODES = ['light', 'dark', 'system'] as const
export type Mode = (typeof MODES)[number]

export const nextMode = (mode: Mode): Mode => MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'system'

/** Sets the theme here at once and remembers it with the user: `theme`, and `isDark` for clients that know it alone. */
export function useMode(): (mode: Mode) => void {
  const { setMode } = useColorScheme()
  return useCallback(
    (mode) => {
      setMode(mode)
      const { user } = session
      if (!user) return
      const chosen = { theme: mode, isDark: mode === 'dark' }
      session.patchUser({ configs: { ...user.configs, ...chosen } })
      // The theme is already here; where it could not be kept, the next browser starts from its own.
      keep(user.userId, chosen).catch(() => undefined)
    },
    [setMode],
  )
}

async function keep(userId: number, chosen: { theme: Mode; isDark: boolean }): Promise<void> {
  // Imported late: schemas are no part of the first load.
  const { usersContract } = await import('@recado/core/modules/users/contract')
  await call(usersContract.routes.saveConfigs, { params: { id: userId }, body: chosen, quiet: true })
}
