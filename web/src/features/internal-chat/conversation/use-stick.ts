import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as the end. */
export const END = 80

const fromEnd = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight

/**
 * Stays at the end while things grow there: pictures that load, a composer that gets taller, new messages. Scrolling up
 * lets go, and what does not reach to the newest message (`canStick`) has no end to stay at.
 */
export function useStick(scroller: RefObject<HTMLElement | null>, height: number, canStick: boolean) {
  const isStuck = useRef(canStick)
  const last = useRef(0)
  const [isAtEnd, setAtEnd] = useState(canStick)
  const toEnd = () => {
    const box = scroller.current
    isStuck.current = true
    if (box) box.scrollTop = box.scrollHeight
  }
  const letGo = () => {
    isStuck.current = false
  }
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const isEnd = fromEnd(box) <= END && canStick
    if (isEnd) isStuck.current = true
    else if (box.scrollTop < last.current || !canStick) isStuck.current = false
    last.current = box.scrollTop
    setAtEnd(isEnd || isStuck.current)
  }
  useLayoutEffect(() => {
    const box = scroller.current
    if (height > 0 && box && isStuck.current && canStick) box.scrollTop = box.scrollHeight
  }, [height, scroller, canStick])
  const grown = useEffectEvent((box: HTMLElement) => {
    if (isStuck.current && canStick) box.scrollTop = box.scrollHeight
  })
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => grown(box))
    observer.observe(box)
    // messages are measured after they are drawn, and pictures come later still
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])
  return { isAtEnd: isAtEnd && canStick, toEnd, onScroll, letGo }
}
