import { usersContract } from '@recado/core/modules/users/contract'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../../lib/http/client.ts'
import { hasFeature } from '../../../lib/permissions.ts'
import { session } from '../../../lib/session/session.ts'
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

/**
 * Tab and filters of the list, in the address. An address without filters means those that the person used last. Call
 * inside an observer.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const { user } = session
  const inUrl = hasFiltersInUrl(params)
  const saved = user?.configs.filtrosAtendimento
  const userId = user?.userId ?? 0
  const filters = useMemo(
    () => (inUrl ? filtersFromUrl(params) : filtersFromConfigs(saved, userId)),
    [inUrl, params, saved, userId],
  )
  const tabText = params.get('tab')
  const tab: Tab = isTab(tabText) && (tabText !== 'groups' || hasFeature('groups')) ? tabText : 'open'

  // So that the address can be shared and "back" restores it.
  useEffect(() => {
    const wanted = filtersToUrl(filters, params)
    if (!inUrl && hasFiltersInUrl(wanted)) setParams(wanted, { replace: true })
  }, [filters, inUrl, params, setParams])

  const setFilters = useCallback(
    (change: Partial<Filters>) => {
      const next = changed(filters, change)
      remember(next)
      setParams((now) => filtersToUrl(next, now), { replace: true })
    },
    [filters, setParams],
  )
  const setTab = useCallback(
    (next: Tab) =>
      setParams(
        (now) => {
          const params = new URLSearchParams(now)
          if (next === 'open') params.delete('tab')
          else params.set('tab', next)
          return params
        },
        { replace: true },
      ),
    [setParams],
  )
  /** Tab and filters together. */
  const show = useCallback(
    (nextTab: Tab, next: Filters) => {
      remember(next)
      setParams(
        (now) => {
          const params = filtersToUrl(next, now)
          if (nextTab === 'open') params.delete('tab')
          else params.set('tab', nextTab)
          return params
        },
        { replace: true },
      )
    },
    [setParams],
  )
  return { tab, setTab, filters, setFilters, show, search: params.toString() }
}
