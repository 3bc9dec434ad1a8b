import { h, icon } from '../dom.ts'
import type { Chat } from '../state/chat.ts'
import type { Storage } from '../storage.ts'
import { errorText, fill, type Texts } from '../texts.ts'
import { createComposer } from './composer.ts'
import { createForm } from './form.ts'
import { createLog } from './log.ts'

interface Deps {
  chat: Chat
  storage: Storage
  texts: Texts
  language: string
  alone: boolean
  onClose(): void
  sound: { on(): boolean; toggle(): void }
}

type Part = 'composer' | 'prechat' | 'offline' | 'left' | 'refused'

/** The whole frame. Draws at most once per picture, whatever happens. */
export function createApp({ chat, storage, texts, language, alone, onClose, sound }: Deps) {
  const { config, state } = chat
  const subtitle = h('p', { class: 'subtitle', dir: 'auto' })
  const mute = h('button', { type: 'button', class: 'tool', click: toggleSound })
  const close = h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': texts.close, title: texts.close, hidden: alone, click: onClose },
    icon('close'),
  )
  const title = config.title ?? texts.title
  const head = h('header', {}, h('div', { class: 'titles' }, h('h1', { dir: 'auto' }, title), subtitle), mute, close)
  const banner = h('p', { class: 'banner', role: 'status' })
  const log = createLog(chat, texts, language)
  const composer = createComposer(chat, storage, texts)
  const foot = h('div', { class: 'foot' })
  const drop = h('p', { class: 'drop', hidden: true, 'aria-hidden': 'true' }, texts.drop)
  const element = h('main', { class: 'chat' }, head, banner, log.element, foot, drop)
  let part: Part | null = null
  let asked = ''
  let scheduled = false

  function toggleSound(): void {
    sound.toggle()
    draw()
  }

  function wanted(): Part {
    if (state.link === 'refused') return 'refused'
    if (config.offline.mode === 'form' && state.offline && !['open', 'pending'].includes(state.conversation.status)) {
      return state.left ? 'left' : 'offline'
    }
    return state.prechat.length > 0 ? 'prechat' : 'composer'
  }

  function footOf(next: Part): HTMLElement {
    if (next === 'composer') return composer.element
    if (next === 'prechat') {
      return createForm({
        ...(chat.timeline.cursor ? {} : { lead: config.greeting ?? texts.greeting }),
        intro: texts.prechat,
        submit: texts.start,
        fields: state.prechat,
        texts,
        onSubmit: chat.answerPrechat,
      })
    }
    if (next === 'offline') return offlineForm()
    const refusal =
      state.error && state.error.code !== 'ERR_NETWORK' ? errorText(texts, state.error.code, {}) : texts.forbidden
    return h('p', { class: 'notice', role: 'status' }, next === 'left' ? texts.left : refusal)
  }

  function offlineForm(): HTMLElement {
    const { profile } = state
    return createForm({
      intro: config.offline.message ?? texts.away,
      submit: texts.leave,
      texts,
      fields: [
        { key: 'name', kind: 'name', label: null, required: true, value: profile.name ?? '' },
        { key: 'email', kind: 'email', label: null, required: true, value: profile.email ?? '' },
        { key: 'phone', kind: 'phone', label: null, required: false, value: profile.phone ?? '' },
        { key: 'text', kind: 'message', label: null, required: true },
      ],
      onSubmit: ({ text = '', name, email, phone }) =>
        chat.leave({ text, ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}) }),
    })
  }

  function drawFoot(): void {
    const next = wanted()
    const fields = next === 'prechat' ? JSON.stringify(state.prechat) : ''
    if (next === part && fields === asked) return
    const typed = foot.contains(document.activeElement)
    part = next
    asked = fields
    element.classList.toggle('asking', next === 'prechat' || next === 'offline')
    foot.replaceChildren(footOf(next))
    if (next === 'composer') composer.resize()
    if (typed) focus()
  }

  function draw(): void {
    const { agent, status } = state.conversation
    const talking = agent && status === 'open' ? fill(texts.assigned, { name: agent }) : (config.subtitle ?? '')
    if (subtitle.textContent !== talking) subtitle.textContent = talking
    const { link } = state
    const text = link === 'waiting' ? texts.offline : link === 'connecting' && state.settled ? texts.connecting : ''
    if (banner.textContent !== text) banner.textContent = text
    mute.setAttribute('aria-label', sound.on() ? texts.soundOff : texts.soundOn)
    mute.title = sound.on() ? texts.soundOff : texts.soundOn
    mute.replaceChildren(icon(sound.on() ? 'bell' : 'mute'))
    mute.hidden = !config.sound
    drawFoot()
    element.classList.toggle('empty', chat.timeline.all.length === 0)
    log.draw()
  }

  function focus(): void {
    if (part === 'composer') composer.focus()
    else foot.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  const dragged = (event: DragEvent): boolean =>
    part === 'composer' && config.files.kinds.length > 0 && (event.dataTransfer?.types.includes('Files') ?? false)
  element.addEventListener('dragover', (event) => {
    if (!dragged(event)) return
    event.preventDefault()
    drop.hidden = false
  })
  element.addEventListener('dragleave', (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) drop.hidden = true
  })
  element.addEventListener('drop', (event) => {
    drop.hidden = true
    if (!dragged(event)) return
    event.preventDefault()
    chat.uploads.add([...(event.dataTransfer?.files ?? [])])
  })

  return {
    element,
    focus,
    log,
    forget: composer.forget,
    draw(): void {
      if (scheduled) return
      scheduled = true
      // A timer, not an animation frame: those stop in frames that nobody sees.
      setTimeout(() => {
        scheduled = false
        draw()
      })
    },
  }
}
