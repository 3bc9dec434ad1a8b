import { type KeyboardEvent, type RefObject, useState } from 'react'
import { fitting, type MentionStart, mentionAt, withMention } from './mention-pick.ts'

const SHOWN = 8

/** Somebody whom a text can name. */
export interface Mentionable {
  key: string
  name: string
  profilePicUrl: string | null
  /** What is to be known before naming them. */
  hint?: string
}

interface Options {
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
  text: string
  /** Whom one can name. */
  people: readonly Mentionable[]
  onText(text: string): void
}

export type MentionState = ReturnType<typeof useMention>

/** The list of names behind an `@`: arrows move, Enter or Tab takes, Escape closes. */
export function useMention({ field, text, people, onText }: Options) {
  const [start, setStart] = useState<MentionStart | null>(null)
  const [active, setActive] = useState(0)
  const found = start ? fitting(people, start.query).slice(0, SHOWN) : []
  const isOpen = found.length > 0

  /** Call after the text or the cursor changed. */
  const look = (next: string, caret: number) => {
    const begun = mentionAt(next, caret)
    setStart(begun)
    if (begun?.query !== start?.query) setActive(0)
  }
  const pick = (person: Mentionable) => {
    if (!start) return
    const next = withMention(text, start, person.name)
    onText(next.text)
    setStart(null)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  /** Answers whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const person = found[active]
    if (step !== 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Escape') setStart(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person) pick(person)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { found, isOpen, active, setActive, look, pick, onKey, close: () => setStart(null) }
}

export type Mention = ReturnType<typeof useMention>
