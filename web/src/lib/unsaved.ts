const holders = new Set<() => boolean>()

/** Registers something that may hold unsent or unsaved work; drafts and forms do. Answers the way to stop. */
export function holdUnsaved(isUnsaved: () => boolean): () => void {
  holders.add(isUnsaved)
  return () => holders.delete(isUnsaved)
}

export const hasUnsaved = (): boolean => [...holders].some((holder) => holder())

/** The browser's own question when the tab is closed over unsaved work. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}
