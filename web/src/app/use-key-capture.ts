import { useEffect, useEffectEvent } from 'react'
import { type Keys, strokeOf } from '../lib/shortcuts/keys.ts'
import { isModifier } from '../lib/shortcuts/rules.ts'

/** Time for the second key of `g a`. */
const SECOND = 900

/** While on, the next keys pressed anywhere are answered and do nothing else; null for Escape. */
export function useKeyCapture(isOn: boolean, onKeys: (keys: Keys | null) => void): void {
  const tell = useEffectEvent(onKeys)
  useEffect(() => {
    if (!isOn) return
    let first = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.repeat || isModifier(event.key)) return
      const stroke = strokeOf(event)
      clearTimeout(timer)
      if (stroke === 'escape') tell(null)
      else if (first !== '') tell(`${first} ${stroke}`)
      else if (stroke.includes('mod+') || stroke.length > 'shift+x'.length) tell(stroke)
      else {
        first = stroke
        timer = setTimeout(() => tell(stroke), SECOND)
      }
    }
    window.addEventListener('keydown', press, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press, true)
    }
  }, [isOn])
}
