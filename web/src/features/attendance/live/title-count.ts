/** Puts "(3) " before the title of the tab, whatever the screens write there. Answers the way to stop. */
export function countInTitle(count: () => number, follow: (changed: () => void) => () => void): () => void {
  const apply = () => {
    const bare = document.title.replace(/^\(\d+\+?\) /, '')
    const wanted = count() > 0 ? `(${count() > 99 ? '99+' : count()}) ${bare}` : bare
    if (document.title !== wanted) document.title = wanted
  }
  const observer = new MutationObserver(apply)
  const title = document.querySelector('title')
  if (title) observer.observe(title, { childList: true })
  const stop = follow(apply)
  return () => {
    observer.disconnect()
    stop()
    document.title = document.title.replace(/^\(\d+\+?\) /, '')
  }
}
