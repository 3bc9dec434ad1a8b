import { h, icon } from '../dom.ts'
import type { Chat } from '../state/chat.ts'
import type { Storage } from '../storage.ts'
import { fill, type Texts } from '../texts.ts'

const EMOJI = '😀 😂 🙂 😊 😍 😉 😅 🤔 😢 😡 👍 👎 🙏 👏 🙌 💪 ❤️ 🎉 ✅ ❌ ⏰ 📷 📄 🚚'.split(' ')
const LINES_PX = 132
const COUNT_FROM = 200

const ACCEPT: Record<string, string> = { image: 'image/*', video: 'video/*', audio: 'audio/*' }

/** Where the visitor writes. The draft survives a reload. */
export function createComposer(chat: Chat, storage: Storage, texts: Texts) {
  const limit = chat.config.textLength
  const { kinds } = chat.config.files
  const area = h('textarea', {
    rows: 1,
    'aria-label': texts.write,
    placeholder: texts.write,
    dir: 'auto',
    enterkeyhint: 'send',
    autocomplete: 'off',
    input: changed,
    keydown: pressed,
    paste: pasted,
  })
  const send = h('button', { type: 'submit', class: 'send', 'aria-label': texts.send, title: texts.send }, icon('send'))
  const accept = kinds.includes('document') ? null : kinds.map((kind) => ACCEPT[kind]).join(',')
  const picker = h('input', { type: 'file', multiple: true, hidden: true, accept, tabindex: -1, change: picked })
  const attach = h(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': texts.attach,
      title: texts.attach,
      hidden: kinds.length === 0,
      click: () => picker.click(),
    },
    icon('attach'),
  )
  const panel = h('div', {
    class: 'emoji',
    hidden: true,
    role: 'group',
    'aria-label': texts.emoji,
    keydown: escapeEmoji,
  })
  const emoji = h(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': texts.emoji,
      title: texts.emoji,
      'aria-expanded': 'false',
      click: () => showEmoji(Boolean(panel.hidden)),
    },
    icon('emoji'),
  )
  const count = h('p', { class: 'count', role: 'status' })
  const element = h(
    'form',
    { class: 'composer', novalidate: true, submit: submitted },
    panel,
    count,
    attach,
    emoji,
    area,
    send,
    picker,
  )
  for (const sign of EMOJI) panel.append(h('button', { type: 'button', click: () => insert(sign) }, sign))

  area.value = storage.read<string>('draft') ?? ''

  function changed(): void {
    storage.write('draft', area.value)
    if (area.value) chat.typing.key()
    resize()
  }

  function resize(): void {
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, LINES_PX)}px`
    const left = limit - area.value.length
    count.textContent = left < 0 ? fill(texts.tooLong, { n: limit }) : left < COUNT_FROM ? String(left) : ''
    count.classList.toggle('over', left < 0)
    send.disabled = area.value.trim() === '' || left < 0
  }

  function submitted(event: SubmitEvent): void {
    event.preventDefault()
    const text = area.value.trim()
    if (!text || area.value.length > limit) return
    chat.send(text)
    area.value = ''
    storage.remove('draft')
    showEmoji(false)
    resize()
    area.focus()
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    element.requestSubmit()
  }

  function pasted(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || kinds.length === 0) return
    event.preventDefault()
    chat.uploads.add(files)
  }

  function picked(): void {
    chat.uploads.add([...(picker.files ?? [])])
    picker.value = ''
    area.focus()
  }

  function showEmoji(on: boolean): void {
    panel.hidden = !on
    emoji.setAttribute('aria-expanded', String(on))
    if (on) (panel.firstElementChild as HTMLElement | null)?.focus()
  }

  function escapeEmoji(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    showEmoji(false)
    emoji.focus()
  }

  function insert(sign: string): void {
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end')
    showEmoji(false)
    area.focus()
    changed()
  }

  return {
    element,
    focus: () => area.focus({ preventScroll: true }),
    resize,
    forget(): void {
      area.value = ''
      storage.remove('draft')
      resize()
    },
  }
}
