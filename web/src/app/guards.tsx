import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useT } from '../lib/i18n/i18n.ts'
import { allows, hasMenu } from '../lib/permissions.ts'
import { session } from '../lib/session/session.ts'
import { useTenantSettings } from '../lib/tenant-settings.ts'
import { toast } from '../lib/toasts.ts'
import type { ScreenDefinition } from './screen-types.ts'

interface GuardedProps {
  screen: Pick<ScreenDefinition, 'id' | 'ability'>
  children: ReactNode
}

/**
 * Others are told "unauthorized" and sent to the dashboard (specification §2); so are people whose company does not have
 * the screen, with where to get it.
 */
export const Guarded = observer(({ screen: { id, ability }, children }: GuardedProps) => {
  const settings = useTenantSettings()
  if (!hasMenu(id)) return <Refused reason="premium" />
  if (ability && !allows(ability, session.user, settings)) return <Refused reason="unauthorized" />
  return children
})

function Refused({ reason }: { reason: 'premium' | 'unauthorized' }) {
  const t = useT('common')
  useEffect(() => {
    toast.warning(t(`errors.${reason}`))
  }, [t, reason])
  return <Navigate to="/" replace />
}
