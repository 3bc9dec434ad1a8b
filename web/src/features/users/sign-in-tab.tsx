import Skeleton from '@mui/joy/Skeleton'
import { ssoContract } from '@recado/core/modules/sso/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ProviderForm } from './provider-form.tsx'
import { UsersTabs } from './users-tabs.tsx'

/** How the company's people sign in: with passwords, or with the company's own accounts. */
export function SignInTab() {
  const t = useT('users')
  const provider = useQuery({
    queryKey: ['sso-provider'],
    queryFn: ({ signal }) => call(ssoContract.routes.provider, { signal }),
    // a form stands on it
    refetchOnWindowFocus: false,
  })
  return (
    <Page narrow title={t('tabs.signIn')} text={t('provider.text')} toolbar={<UsersTabs value="entrada" />}>
      {provider.error && !provider.data && (
        <ErrorState error={provider.error} onRetry={() => void provider.refetch()} />
      )}
      {!provider.data && !provider.error && <Skeleton variant="rectangular" height={320} sx={{ borderRadius: 8 }} />}
      {provider.data && <ProviderForm key={provider.dataUpdatedAt} provider={provider.data} />}
    </Page>
  )
}
