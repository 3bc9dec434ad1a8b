import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { useShortcuts } from '../lib/shortcuts/registry.ts'
import { useStable } from '../lib/use-stable.ts'
import { controlsOf, MESSAGE, messageInView, messagesIn, openMenu, ownsArrows } from './message-controls.ts'

/** Frames within which a row that was scrolled to is drawn. */
const TRIES = 60
const KEYS = [
  ['arrowup', 'move'],
  ['arrowdown', 'move'],
  ['home', 'first'],
  ['end', 'last'],
  ['enter', 'enter'],
  ['arrowright', 'enter'],
  ['shift+f10', 'actions'],
  ['escape', 'back'],
] as const

interface Options {
  scroller: RefObject<HTMLElement | null>
  /** The drawn ones carry their place as `data-index`. */
  rows: readonly { key: string }[]
  /** Scrolls to the newest message, loading it where an old part is shown. */
  toEnd(): Promise<void> | void
}

/**
 * A history is one stop of the Tab key, however much there is in it. Arrows go from message to message, Enter or →
 * into one, to its links, players and actions, and Escape back. The row that has the focus stays drawn however far it
 * is scrolled away.
 */
export function useMessageFocus({ scroller, rows, toEnd }: Options) {
  const t = useT('chatUi')
  const edge = useRef<HTMLElement>(null)
  /** The row that has the focus, and the message that had it last. */
  const kept = useRef<string | null>(null)
  const last = useRef<string | null>(null)
  const isLeaving = useRef(false)
  const turn = useRef(0)
  useShortcuts(
    t('keys.messages'),
    KEYS.map(([keys, does]) => ({ keys, label: t(`keys.${does}`) })),
  )

  const rangeExtractor = (range: Range): number[] => {
    const drawn = defaultRangeExtractor(range)
    const at = kept.current === null ? -1 : rows.findIndex(({ key }) => key === kept.current)
    return at === -1 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b)
  }

  /** Focuses the nearest message from that row on, once the row is drawn. */
  const reach = useStable((index: number, step: 1 | -1) => {
    const mine = ++turn.current
    const look = (at: number, tries: number) => {
      const row = scroller.current?.querySelector(`[data-index="${at}"]`)
      if (mine !== turn.current || tries === 0 || at < 0 || at >= rows.length) return
      if (!row) {
        requestAnimationFrame(() => look(at, tries - 1))
        return
      }
      const all = messagesIn(row)
      const found = step > 0 ? all[0] : all.at(-1)
      if (found) found.focus()
      else look(at + step, tries)
    }
    look(index, TRIES)
  })

  const move = (message: HTMLElement, step: 1 | -1) => {
    const box = scroller.current
    const row = message.closest<HTMLElement>('[data-index]')
    if (!box || !row || scrollWithin(box, message, step)) return
    const all = messagesIn(row)
    const next = all[all.indexOf(message) + step]
    if (next) next.focus()
    else {
      message.scrollIntoView({ block: 'nearest' })
      reach(Number(row.dataset.index) + step, step)
    }
  }

  const arrive = () => {
    const box = scroller.current
    if (box) messageInView(box, last.current)?.focus({ preventScroll: true })
  }

  /** The browser goes on from the edge of the history, past everything in it. */
  const leave = (isBack: boolean) => {
    isLeaving.current = true
    const from = isBack ? scroller.current : edge.current
    from?.focus({ preventScroll: true })
    isLeaving.current = false
  }

  const toFirst = () => {
    scroller.current?.scrollTo({ top: 0 })
    reach(0, 1)
  }
  const lastRow = useStable(() => reach(rows.length - 1, -1))
  const toLast = () => void Promise.resolve(toEnd()).then(() => requestAnimationFrame(lastRow))

  /** Answers whether the key was one of the history's. */
  const press = (event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean => {
    const message = target.closest<HTMLElement>(MESSAGE)
    if (event.key === 'Tab') return tab(message, target, event.shiftKey)
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (!message) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false
      arrive()
      return true
    }
    const isOnIt = target === message
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(message)
    else if (event.shiftKey) return false
    else if (event.key === 'Escape' && !isOnIt) message.focus()
    else if (event.key === 'Enter' && isOnIt) controlsOf(message)[0]?.focus()
    else if (ownsArrows(target)) return false
    else if (event.key === 'ArrowUp') move(message, -1)
    else if (event.key === 'ArrowDown') move(message, 1)
    else if (event.key === 'ArrowRight') after(message, target, 1)?.focus()
    else if (event.key === 'ArrowLeft' && !isOnIt) (after(message, target, -1) ?? message).focus()
    else if (event.key === 'Home') toFirst()
    else if (event.key === 'End') toLast()
    else return false
    return true
  }

  /** Within a message that was entered Tab goes on, everywhere else it leaves. */
  const tab = (message: HTMLElement | null, target: HTMLElement, isBack: boolean): boolean => {
    const isOnIt = target === message
    if (message && !isOnIt && isBack && !after(message, target, -1)) {
      message.focus()
      return true
    }
    if (!message || isOnIt || !after(message, target, isBack ? -1 : 1)) leave(isBack)
    return false
  }

  return {
    rangeExtractor,
    /** To the message of a row that was asked for from within the history, as by its quote. */
    follow: (index: number) => {
      if (scroller.current?.contains(document.activeElement)) reach(index, 1)
    },
    /** Of what scrolls. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // what floats above the page is in it only for React
      if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
      if (!event.currentTarget.contains(event.target)) return
      turn.current++
      if (press(event, event.target)) event.preventDefault()
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const { target, currentTarget } = event
      if (!currentTarget.contains(target)) return
      if (target === currentTarget) {
        if (!isLeaving.current && target.matches(':focus-visible')) arrive()
        return
      }
      last.current = target.closest<HTMLElement>(MESSAGE)?.dataset.message ?? null
      kept.current = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)]?.key ?? null
    },
    onBlur: () => {
      kept.current = null
    },
    /** Of a stop after it, for those who come from below. */
    edge: {
      ref: edge,
      tabIndex: 0,
      onFocus: () => {
        if (!isLeaving.current) arrive()
      },
    },
  }
}

const after = (message: HTMLElement, target: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const all = controlsOf(message)
  const at = all.indexOf(target)
  return at + step < 0 ? undefined : all[at + step]
}

/** A message longer than the window is read before one goes on; answers whether there was more of it. */
function scrollWithin(box: HTMLElement, message: HTMLElement, step: 1 | -1): boolean {
  const view = box.getBoundingClientRect()
  const { top, bottom } = message.getBoundingClientRect()
  const hidden = step > 0 ? bottom - view.bottom : view.top - top
  if (bottom - top <= view.height || hidden <= 1) return false
  box.scrollBy({ top: step * Math.min(hidden, view.height * 0.8) })
  return true
}
