type Child = Node | string | null | false | undefined
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>

/** One element: functions become listeners, `true` an empty attribute; false, null and undefined are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value as unknown as EventListener)
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? '' : String(value))
    }
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)))
  return element
}

const NS = 'http://www.w3.org/2000/svg'

/** Line icons on a 24 grid. */
export const ICONS = {
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  send: 'M5 12h13M12 5l7 7-7 7',
  attach: 'M19.5 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.4 8.4a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7',
  emoji: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8.5 14.5s1.2 2 3.5 2 3.5-2 3.5-2M9 9.5v.01M15 9.5v.01',
  file: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  checks: 'M2 12.5l4.5 4.5L16 7.5M12 16l1 1 9-9.5',
  alert: 'M12 8v5M12 16v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 20.5h4',
  mute: 'M6 16V11a6 6 0 0 1 9.5-4.9M18 11v5l1.5 2h-15M10 20.5h4M4 4l16 16',
} as const

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  const svg = document.createElementNS(NS, 'svg')
  const path = document.createElementNS(NS, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}
