import { h, icon } from '../dom.ts'
import type { Chat } from '../state/chat.ts'
import { fill, type Texts } from '../texts.ts'
import { createKeyed } from './keyed.ts'
import { rowsOf } from './rows.ts'

const NEAR_END_PX = 80

/** The scrolled part: greeting, messages, typing. New messages never move what is being read. */
export function createLog(chat: Chat, texts: Texts, language: string) {
  const list = h('div', { class: 'list', role: 'log', 'aria-label': texts.log, 'aria-live': 'polite' })
  const older = h('button', { type: 'button', class: 'plain older', click: loadOlder }, texts.older)
  const greeting = h(
    'div',
    { class: 'row theirs first' },
    h('div', { class: 'bubble' }, h('p', { class: 'text', dir: 'auto' }, chat.config.greeting ?? texts.greeting)),
  )
  const away = h('p', { class: 'notice away', hidden: true, dir: 'auto' })
  const typing = h(
    'div',
    { class: 'row theirs first typing', hidden: true },
    h('div', { class: 'bubble' }, h('i'), h('i'), h('i')),
  )
  const typingText = h('p', { class: 'sr', role: 'status' })
  const scroller = h(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': texts.log },
    older,
    greeting,
    away,
    list,
    typing,
    typingText,
  )
  const pill = h('button', { type: 'button', class: 'pill', hidden: true, click: toEnd }, h('span'), icon('down'))
  const element = h('div', { class: 'log' }, scroller, pill)
  const drawList = createKeyed(list)
  let atEnd = true
  let missed = 0
  let drawnOwn = ''

  const actions = {
    choose: chat.choose,
    renewLink: chat.renewLink,
    onLoad: () => {
      if (atEnd) toEnd()
    },
  }

  function toEnd(): void {
    scroller.scrollTop = scroller.scrollHeight
    missed = 0
    pill.hidden = true
  }

  function loadOlder(): void {
    const fromEnd = scroller.scrollHeight - scroller.scrollTop
    older.disabled = true
    chat
      .loadOlder()
      .catch(() => null)
      .finally(() => {
        older.disabled = false
        draw()
        scroller.scrollTop = scroller.scrollHeight - fromEnd
      })
  }

  scroller.addEventListener('scroll', () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX
    if (atEnd) {
      missed = 0
      pill.hidden = true
    }
  })
  new ResizeObserver(() => atEnd && toEnd()).observe(scroller)

  function draw(): void {
    const { state } = chat
    older.hidden = !state.older
    greeting.hidden = state.older
    const notice =
      state.offline && chat.config.offline.mode === 'message' ? (chat.config.offline.message ?? texts.away) : ''
    away.hidden = notice === ''
    if (away.textContent !== notice) away.textContent = notice
    drawList(rowsOf({ chat, texts, language, actions }))
    const writes = chat.typing.theirs()
    typing.hidden = !writes
    typingText.textContent = writes ? fill(texts.typing, { name: state.conversation.agent ?? texts.team }) : ''
    const own = chat.outbox.all.at(-1)?.uuid ?? chat.uploads.all().at(-1)?.uuid ?? ''
    const sentNow = own !== '' && own !== drawnOwn
    drawnOwn = own
    if (atEnd || sentNow) toEnd()
  }

  return {
    element,
    draw,
    toEnd,
    /** A message came while the visitor reads further up. */
    missed(): void {
      if (atEnd) return
      missed += 1
      pill.hidden = false
      const [label] = pill.children
      if (label) label.textContent = fill(texts.fresh, { n: missed })
    },
  }
}
