import { useRevalidator, useRouteError } from 'react-router-dom'
import { ScreenFailed } from '../ui/screen-failed.tsx'

/** A screen whose chunk did not come, or a defect outside of it. */
export function RouteFailed() {
  const thrown = useRouteError()
  const { revalidate } = useRevalidator()
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return <ScreenFailed error={error} onRetry={() => void revalidate()} />
}
