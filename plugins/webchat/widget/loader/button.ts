import type { Look } from '../bridge.ts'

const NS = 'http://www.w3.org/2000/svg'
const OPEN =
  'M4 5.5A1.5 1.5 0 0 1 5.5 4h13A1.5 1.5 0 0 1 20 5.5v9a1.5 1.5 0 0 1-1.5 1.5H10l-4.6 3.7a.25.25 0 0 1-.4-.2V16A1.5 1.5 0 0 1 4 14.5z'
const CLOSE = 'M6 9.5l6 6 6-6'

function icon(path: string, name: string): SVGSVGElement {
  const svg = document.createElementNS(NS, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', name)
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(NS, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

/** The one thing of ours on the page while the conversation is closed. */
export function createButton(onClick: () => void) {
  const element = document.createElement('button')
  const badge = document.createElement('span')
  element.type = 'button'
  element.className = 'button'
  element.hidden = true
  badge.className = 'badge'
  badge.hidden = true
  element.append(icon(OPEN, 'chat'), icon(CLOSE, 'down'), badge)
  element.addEventListener('click', onClick)
  let look: Look | null = null
  let opened = false
  let count = 0

  function label(): void {
    if (!look) return
    const unread = !opened && count > 0 ? `. ${look.unreadLabel.replace('{n}', String(count))}` : ''
    element.setAttribute('aria-label', (opened ? look.closeLabel : look.openLabel) + unread)
    element.setAttribute('aria-expanded', String(opened))
    badge.hidden = opened || count === 0
    badge.textContent = count > 99 ? '99+' : String(count)
  }

  return {
    element,
    focus: () => element.focus({ preventScroll: true }),
    show(given: Look, isOpen: boolean) {
      look = given
      opened = isOpen
      element.hidden = given.hidden && !isOpen
      label()
    },
    unread(given: number) {
      count = given
      label()
    },
  }
}
