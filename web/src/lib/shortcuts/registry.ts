import { makeAutoObservable, observableRef } from 'mobx'
import { useEffect, useEffectEvent } from 'react'
import { keymap } from './keymap.ts'
import { type Keys, strokeOf } from './keys.ts'

export interface Shortcut {
  /** Those that it comes with; the person may have chosen others. */
  keys: Keys
  /** What it does, for the sheet of keys; already in the person's language. */
  label: string
  run(event: KeyboardEvent): void
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
    found.run(event)
  }

  find(keys: Keys, event: KeyboardEvent): Shortcut | undefined {
    const isApart = keys.startsWith('mod+')
    // A dialog has the plain keys to itself.
    if (!isApart && isDialogOpen()) return undefined
    const typing = isTyping(event.target)
    return this.scopes
      .toReversed()
      .flatMap((scope) => scope.shortcuts)
      .find((shortcut) => keymap.keysOf(shortcut.keys) === keys && (!typing || shortcut.whileTyping || isApart))
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
  const run = useEffectEvent((index: number, event: KeyboardEvent) => list[index]?.run(event))
  const shape = JSON.stringify(list.map(({ keys, label, whileTyping }) => [keys, label, whileTyping ?? false]))
  useEffect(() => {
    if (!enabled) return
    const rows = JSON.parse(shape) as [string, string, boolean][]
    return shortcuts.add({
      title,
      shortcuts: rows.map(([keys, label, whileTyping], index) => ({
        keys,
        label,
        whileTyping,
        run: (event) => run(index, event),
      })),
    })
  }, [title, shape, enabled])
}
