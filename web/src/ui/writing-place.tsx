import Box from '@mui/joy/Box'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { toasts } from '../lib/toasts.ts'

/** What people write in, at the foot of a screen: notices stay above it, however high it grows. */
export function WritingPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const measure = () => toasts.stayAbove(window.innerHeight - box.getBoundingClientRect().top)
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    window.addEventListener('resize', measure)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', measure)
      toasts.stayAbove(0)
    }
  }, [])
  return (
    <Box ref={place} sx={{ flexShrink: 0 }}>
      {children}
    </Box>
  )
}
