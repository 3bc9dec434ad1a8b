import { useEffect, useState } from 'react'

/** Milliseconds: a glance in passing is no reading. */
export const GLANCE_MS = 400

const isLookedAt = (): boolean => document.hasFocus() && !document.hidden

/** Whether this window is the one that the person looks at. */
export function useLooking(): boolean {
  const [isLooking, setLooking] = useState(isLookedAt)
  useEffect(() => {
    const tell = () => setLooking(isLookedAt())
    window.addEventListener('focus', tell)
    window.addEventListener('blur', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.removeEventListener('focus', tell)
      window.removeEventListener('blur', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
  return isLooking
}
