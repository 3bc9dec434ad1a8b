import { makeAutoObservable, observableRef } from 'mobx'
import { useEffect, useEffectEvent } from 'react'
import { keymap } from './keymap.ts'
import { type Keys, strokeOf } from './keys.ts'

export interface Shortcut {
  /** Those that it comes with; the person may have chosen others. */
  keys: Keys
  /** What it does, for the sheet of keys; already in the person's language. */
  label: string
  /** Absent where what has the focus hears the keys itself: they only stand in the sheet. */
  run?(event: KeyboardEvent): void
  /** Also while typing in a field; combinations with `mod` always are. */
  whileTyping?: boolean
}

interface Scope {
  /** Title in the sheet of keys. */
  title: string
  shortcuts: Shortcut[]
}

/** Time for the second key of `g a`. */
const SEQUENCE = 1_000

class Shortcuts {
  /** The last scope added wins when two want the same keys. */
  scopes: Scope[] = []
  #first = ''
  #firstAt = 0

  constructor() {
    makeAutoObservable(this, { scopes: observableRef })
  }

  add(scope: Scope): () => void {
    this.scopes = [...this.scopes, scope]
    return () => this.remove(scope)
  }

  remove(scope: Scope) {
    this.scopes = this.scopes.filter((other) => other !== scope)
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.key === 'Shift') return
    const stroke = strokeOf(event)
    const inSequence = event.timeStamp - this.#firstAt < SEQUENCE && this.#first !== ''
    const found = (inSequence && this.find(`${this.#first} ${stroke}`, event)) || this.find(stroke, event)
    this.#first = found ? '' : stroke
    this.#firstAt = event.timeStamp
    if (!found) return
    event.preventDefault()
    found.run?.(event)
  }

  find(keys: Keys, event: KeyboardEvent): Shortcut | undefined {
    const isApart = keys.startsWith('mod+')
    const typing = isTyping(event.target)
    const found = this.scopes
      .toReversed()
      .flatMap((scope) => scope.shortcuts)
      .find(
        ({ keys: own, run, whileTyping }) =>
          run !== undefined && keymap.keysOf(own) === keys && (!typing || whileTyping || isApart),
      )
    // A dialog has the plain keys to itself; the page is only searched for one where it matters, not with every letter.
    return found && !isApart && isDialogOpen() ? undefined : found
  }
}

const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export const shortcuts = new Shortcuts()

/** Listens to the keyboard for the whole page. Called once. */
export function listenToKeys(): void {
  window.addEventListener('keydown', (event) => shortcuts.handle(event))
}

/** Keys that work while the component stands; shown in the `?` sheet under `title`. */
export function useShortcuts(title: string, list: Shortcut[], enabled = true): void {
  const run = useEffectEvent((index: number, event: KeyboardEvent) => list[index]?.run?.(event))
  const shape = JSON.stringify(
    list.map(({ keys, label, whileTyping, run: own }) => [keys, label, whileTyping ?? false, own !== undefined]),
  )
  useEffect(() => {
    if (!enabled) return
    const rows = JSON.parse(shape) as [string, string, boolean, boolean][]
    return shortcuts.add({
      title,
      shortcuts: rows.map(([keys, label, whileTyping, hasRun], index) => ({
        keys,
        label,
        whileTyping,
        ...(hasRun ? { run: (event: KeyboardEvent) => run(index, event) } : {}),
      })),
    })
  }, [title, shape, enabled])
}
