import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 641px)'

const follow = (changed: () => void) => {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether list and conversation fit side by side. */
export const useWide = (): boolean => useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches)
