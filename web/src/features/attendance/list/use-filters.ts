import { usersContract } from '@recado/core/modules/users/contract'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '../../../lib/http/client.ts'
import { hasFeature } from '../../../lib/permissions.ts'
import { session } from '../../../lib/session/session.ts'
import { useAddress } from '../../../lib/use-address.ts'
import {
  changed,
  type Filters,
  filtersFromConfigs,
  filtersFromUrl,
  filtersToConfigs,
  filtersToUrl,
  hasFiltersInUrl,
  isTab,
  type Tab,
} from './filters.ts'

const KEEP_AFTER = 1_000
let keeping: ReturnType<typeof setTimeout> | undefined

/** With the person at once, on the server a moment later. */
function remember(filters: Filters): void {
  const { user } = session
  if (!user) return
  const filtrosAtendimento = filtersToConfigs(filters, user.userId)
  session.patchUser({ configs: { ...user.configs, filtrosAtendimento } })
  clearTimeout(keeping)
  keeping = setTimeout(() => {
    const options = { params: { id: user.userId }, body: { filtrosAtendimento }, quiet: true }
    // They stay in this browser; the next change is sent again.
    call(usersContract.routes.saveConfigs, options).catch(() => undefined)
  }, KEEP_AFTER)
}

/** An address without filters means those that the person used last. */
const filtersIn = (params: URLSearchParams, saved: unknown, userId: number): Filters =>
  hasFiltersInUrl(params) ? filtersFromUrl(params) : filtersFromConfigs(saved, userId)

/**
 * Tab and filters of the list, in the address. An address without filters means those that the person used last. Call
 * inside an observer.
 */
export function useFilters() {
  const [params, change] = useAddress()
  const saved = session.user?.configs.filtrosAtendimento
  const userId = session.user?.userId ?? 0
  const filters = useMemo(() => filtersIn(params, saved, userId), [params, saved, userId])
  const tabText = params.get('tab')
  const tab: Tab = isTab(tabText) && (tabText !== 'groups' || hasFeature('groups')) ? tabText : 'open'

  // So that the address can be shared and "back" restores it.
  const isBare = !hasFiltersInUrl(params) && hasFiltersInUrl(filtersToUrl(filters, params))
  useEffect(() => {
    if (isBare) change((now) => filtersToUrl(filters, now), { replace: true })
  }, [filters, isBare, change])

  const setFilters = useCallback(
    (part: Partial<Filters>) =>
      change(
        (now) => {
          const { user } = session
          const next = changed(filtersIn(now, user?.configs.filtrosAtendimento, user?.userId ?? 0), part)
          remember(next)
          return filtersToUrl(next, now)
        },
        { replace: true },
      ),
    [change],
  )
  const setTab = useCallback((next: Tab) => change((now) => withTab(now, next), { replace: true }), [change])
  /** Tab and filters together. */
  const show = useCallback(
    (nextTab: Tab, next: Filters) => {
      remember(next)
      change((now) => withTab(filtersToUrl(next, now), nextTab), { replace: true })
    },
    [change],
  )
  return { tab, setTab, filters, setFilters, show, search: params.toString() }
}

function withTab(params: URLSearchParams, tab: Tab): URLSearchParams {
  if (tab === 'open') params.delete('tab')
  else params.set('tab', tab)
  return params
}
