import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as the end. */
export const END = 80

const fromEnd = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight

/**
 * Stays at the end while things grow there: pictures that load, a composer that gets taller, new messages. Only the
 * person scrolling up lets go.
 */
export function useStick(scroller: RefObject<HTMLElement | null>, height: number, hasNewer: boolean) {
  const isStuck = useRef(true)
  const last = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = () => {
    const box = scroller.current
    isStuck.current = true
    if (box) box.scrollTop = box.scrollHeight
  }
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    // the end of an old part is not the end
    const isEnd = !hasNewer && fromEnd(box) <= END
    if (isEnd) isStuck.current = true
    else if (box.scrollTop < last.current) isStuck.current = false
    last.current = box.scrollTop
    setAtEnd(isEnd || isStuck.current)
  }
  useLayoutEffect(() => {
    const box = scroller.current
    if (height > 0 && box && isStuck.current) box.scrollTop = box.scrollHeight
  }, [height, scroller])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      if (isStuck.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])
  const letGo = useCallback(() => {
    isStuck.current = false
  }, [])
  return { isAtEnd, toEnd, onScroll, letGo }
}
