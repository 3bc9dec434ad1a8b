import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useT } from '../lib/i18n/i18n.ts'
import { type Ability, allows } from '../lib/permissions.ts'
import { session } from '../lib/session/session.ts'
import { useTenantSettings } from '../lib/tenant-settings.ts'
import { toast } from '../lib/toasts.ts'

/** Others are told "unauthorized" and sent to the dashboard (specification §2). */
export const Guarded = observer(({ ability, children }: { ability: Ability | undefined; children: ReactNode }) => {
  const settings = useTenantSettings()
  if (ability && !allows(ability, session.user, settings)) return <Refused />
  return children
})

function Refused() {
  const t = useT('common')
  useEffect(() => {
    toast.warning(t('errors.unauthorized'))
  }, [t])
  return <Navigate to="/" replace />
}
