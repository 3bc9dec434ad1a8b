import Button from '@mui/joy/Button'
import LinearProgress from '@mui/joy/LinearProgress'
import { ssoContract } from '@recado/core/modules/sso/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Door } from './door.tsx'
import { adopt } from './sign-in.ts'
import { useApplyChoices } from './use-apply-choices.ts'

/** `/entrada`: where the company's provider sends people back to. */
export function Screen() {
  const t = useT('auth')
  const navigate = useNavigate()
  const applyChoices = useApplyChoices()
  const [params] = useSearchParams()
  const given = Object.fromEntries(
    ['code', 'iss', 'error'].flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const finish = useQuery({
    queryKey: ['arrival', params.get('code'), params.get('state')],
    queryFn: () => call(ssoContract.routes.finish, { body: { ...given, state: params.get('state') ?? '' } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const enter = useEffectEvent((answer: NonNullable<typeof finish.data>) => {
    applyChoices(adopt(answer))
    void navigate('/atendimento', { replace: true })
  })
  const { data } = finish
  useEffect(() => {
    if (data) enter(data)
  }, [data])
  const leave = () => void navigate('/login', { replace: true })
  return (
    <Door title={t('company.arriving')} error={finish.error} onSubmit={leave}>
      {finish.error ? (
        <Button type="submit" size="md">
          {t('company.back')}
        </Button>
      ) : (
        <LinearProgress aria-label={t('company.arriving')} />
      )}
    </Door>
  )
}
