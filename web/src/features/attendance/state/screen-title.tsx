import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { tickets } from '../../../entities/tickets.ts'
import { APP_NAME } from '../../../lib/app-name.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Names the browser's tab after the open conversation; a part of its own, so that news of it draw nothing else anew. */
export const ScreenTitle = observer(({ openId }: { openId: number | null }) => {
  const common = useT('common')
  const name = openId === null ? undefined : tickets.get(openId)?.name
  const title = name ?? common('screens.attendance')
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
  return null
})
