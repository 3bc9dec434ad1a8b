import { useSyncExternalStore } from 'react'

const follow = (query: string) => (changed: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

const LEVELS = { two: '(min-width: 641px)', three: '(min-width: 1025px)' } as const
const followTwo = follow(LEVELS.two)
const followThree = follow(LEVELS.three)

/** How many panes fit side by side. */
export function usePaneCount(): 1 | 2 | 3 {
  const two = useSyncExternalStore(followTwo, () => window.matchMedia(LEVELS.two).matches)
  const three = useSyncExternalStore(followThree, () => window.matchMedia(LEVELS.three).matches)
  return three ? 3 : two ? 2 : 1
}
