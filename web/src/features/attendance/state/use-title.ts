import { useEffect } from 'react'
import { tickets } from '../../../entities/tickets.ts'
import { APP_NAME } from '../../../lib/app-name.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Names the tab after the open conversation. Call inside an observer. */
export function useTitle(openId: number | null): void {
  const common = useT('common')
  const name = openId === null ? undefined : tickets.get(openId)?.name
  const title = name ?? common('screens.attendance')
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
}
