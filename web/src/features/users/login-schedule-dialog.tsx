import { type User, usersContract } from '@recado/core/modules/users/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportError } from '../../lib/errors.ts'
import { call } from '../../lib/http/client.ts'
import { LoginScheduleForm } from './login-schedule-form.tsx'

/** When a person may be signed in. */
export function LoginScheduleDialog({ user, onClose }: { user: User; onClose(): void }) {
  const query = useQuery({
    queryKey: ['users', user.id, 'login-schedule'],
    queryFn: ({ signal }) => call(usersContract.routes.getLoginSchedule, { params: { id: user.id }, signal }),
    gcTime: 0,
  })
  const { error } = query
  useEffect(() => {
    if (!error) return
    reportError(error)
    onClose()
  }, [error, onClose])
  if (!query.data) return null
  return <LoginScheduleForm user={user} stored={query.data.horarioLogin} onClose={onClose} />
}
