import type { MouseEvent } from 'react'

/** Whether a click on a link means "here": with any of these keys the browser opens it somewhere else. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && !altKey
