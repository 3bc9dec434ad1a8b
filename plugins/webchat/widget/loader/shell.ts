import { type Look, packed, type ToFrame, type ToPage, unpacked } from '../bridge.ts'
import { createButton } from './button.ts'
import { STYLE } from './style.ts'

export interface Shell {
  open(): void
  close(): void
  isOpen(): boolean
  post(message: ToFrame): void
  onEvent: (name: 'open' | 'close' | 'unread' | 'message', detail: unknown) => void
}

const whenIdle = (job: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(job, { timeout: 2_000 })
  else setTimeout(job, 200)
}

/** Button and iframe in a shadow root of their own, so that the page's styles and ours never meet. */
export function createShell(frameUrl: string): Shell {
  const origin = new URL(frameUrl).origin
  const narrow = matchMedia('(max-width: 480px), (max-height: 420px)')
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]

  const frame = document.createElement('iframe')
  frame.className = 'frame'
  frame.allow = 'clipboard-write'
  const button = createButton(() => (opened ? shell.close() : shell.open()))
  let look: Look | null = null
  let opened = false
  let restoreScroll = ''
  const queue: ToFrame[] = []

  function post(message: ToFrame): void {
    if (look) frame.contentWindow?.postMessage(packed(message), origin)
    else queue.push(message)
  }

  function show(): void {
    const { classList } = host
    classList.toggle('open', opened)
    classList.toggle('full', opened && narrow.matches)
    frame.inert = !opened
    if (look) button.show(look, opened)
    const { style } = document.documentElement
    if (opened && narrow.matches && style.overflow !== 'hidden') {
      restoreScroll = style.overflow
      style.overflow = 'hidden'
    } else if (!(opened && narrow.matches) && style.overflow === 'hidden') style.overflow = restoreScroll
  }

  function ready(given: Look): void {
    const first = look === null
    look = given
    host.dataset.position = given.position
    host.style.setProperty('--accent', given.accent)
    host.style.setProperty('--on-accent', given.onAccent)
    frame.title = given.frameTitle
    show()
    if (first) for (const message of queue.splice(0)) post(message)
  }

  const shell: Shell = {
    post,
    isOpen: () => opened,
    onEvent: () => {},
    open() {
      if (opened) return
      opened = true
      show()
      post({ kind: 'opened', full: narrow.matches })
      frame.focus()
      shell.onEvent('open', null)
    },
    close() {
      if (!opened) return
      opened = false
      show()
      post({ kind: 'closed' })
      button.focus()
      shell.onEvent('close', null)
    },
  }

  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = unpacked<ToPage>(event.data)
    if (message?.kind === 'ready') ready(message.look)
    else if (message?.kind === 'close') shell.close()
    else if (message?.kind === 'unread') {
      button.unread(message.count)
      shell.onEvent('unread', message.count)
    } else if (message?.kind === 'message') shell.onEvent('message', message.message)
  })
  narrow.addEventListener('change', () => {
    show()
    if (opened) post({ kind: 'opened', full: narrow.matches })
  })
  frame.addEventListener('load', () => {
    const { href } = location
    const init: ToFrame = { kind: 'init', page: href.split('#')[0] ?? href, full: narrow.matches }
    frame.contentWindow?.postMessage(packed(init), origin)
  })

  document.body.append(host)
  root.append(button.element)
  show()
  whenIdle(() => {
    frame.src = frameUrl
    root.prepend(frame)
  })
  return shell
}
