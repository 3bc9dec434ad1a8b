import { useEffect, useState } from 'react'

/**
 * The whole screen for one view. Where the browser has no such mode (phones) the view still covers the page; dialogs stay
 * above it, since it is the document that fills the screen.
 */
export function useFullScreen() {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  return {
    isFull,
    async toggle(): Promise<void> {
      setFull(!isFull)
      if (isFull) {
        if (document.fullscreenElement) await document.exitFullscreen()
      } else {
        // refused without a gesture or by the page that embeds this one: it covers the page all the same
        await document.documentElement.requestFullscreen?.().catch(() => undefined)
      }
    },
  }
}
