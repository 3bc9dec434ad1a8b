import './frame.css'
import type { PublicConfig } from '../../src/wire.ts'
import type { ToFrame } from '../bridge.ts'
import { readableOn } from './colours.ts'
import { createSound } from './sound.ts'
import { createBridge } from './state/bridge.ts'
import { createChat } from './state/chat.ts'
import { createStorage } from './storage.ts'
import { chooseLanguage, textsOf } from './texts.ts'
import { applyTheme } from './theme.ts'
import { createApp } from './view/app.ts'
import { keepFocusInside } from './view/focus.ts'

function start(config: PublicConfig): void {
  const language = chooseLanguage(config, navigator.languages)
  const texts = textsOf(language)
  const [, channel = ''] = /\/hooks\/([^/]+)\/frame/.exec(location.pathname) ?? []
  const storage = createStorage(channel)
  const sound = createSound(storage, config.sound)
  let opened = false
  let full = false
  let unread = -1

  document.documentElement.lang = language
  document.title = config.title ?? texts.title
  applyTheme(config)

  const bridge = createBridge(config, heard)
  const chat = createChat({
    config,
    storage,
    locale: navigator.language,
    onChange: changed,
    onMessage(message) {
      app.log.missed()
      sound.play()
      bridge.post({ kind: 'message', message: { id: message.id, at: message.at, sender: message.sender } })
    },
  })
  const app = createApp({
    chat,
    storage,
    texts,
    language,
    alone: bridge.alone,
    sound,
    onClose: () => bridge.post({ kind: 'close' }),
  })

  function changed(): void {
    app.draw()
    const count = opened ? 0 : chat.timeline.unread.length
    if (count === unread) return
    unread = count
    bridge.post({ kind: 'unread', count })
  }

  function look(): void {
    bridge.post({
      kind: 'ready',
      look: {
        accent: config.accent,
        onAccent: readableOn(config.accent),
        position: config.position,
        openLabel: texts.open,
        closeLabel: texts.close,
        frameTitle: texts.frame,
        unreadLabel: texts.unread,
        hidden: config.offline.mode === 'hide' && config.offline.now && !chat.returning(),
      },
    })
  }

  function see(): void {
    chat.setSeen(opened && document.visibilityState === 'visible')
  }

  function show(isFull: boolean): void {
    full = isFull
    document.documentElement.classList.toggle('full', full)
    if (opened) return
    opened = true
    chat.start()
    see()
    app.log.toEnd()
    app.focus()
  }

  function heard(message: ToFrame): void {
    switch (message.kind) {
      case 'init':
        chat.setPage(message.page)
        look()
        bridge.post({ kind: 'unread', count: Math.max(0, unread) })
        if (chat.returning()) chat.start()
        return
      case 'opened':
        show(message.full)
        return
      case 'closed':
        opened = false
        see()
        return
      case 'identify':
        chat.identify(message.identity).catch(changed)
        return
      case 'reset':
        app.forget()
        chat.reset().catch(changed)
        if (opened) chat.start()
    }
  }

  document.addEventListener('visibilitychange', see)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !bridge.alone) bridge.post({ kind: 'close' })
  })
  keepFocusInside(app.element, () => full && opened && !bridge.alone)
  document.body.append(app.element)
  app.draw()
  if (bridge.alone) show(true)
}

const embedded = document.getElementById('config')
if (embedded?.textContent) start(JSON.parse(embedded.textContent) as PublicConfig)
