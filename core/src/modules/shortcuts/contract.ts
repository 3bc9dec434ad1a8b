import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'

const MAX_CHOICES = 200

/**
 * One stroke, `mod+shift+k`, `e` or `arrowdown`, or two one after the other, `g a`; the order of the parts is that of
 * the web app. `mod` is ⌘ on a Mac, else Ctrl.
 */
const STROKE = '(mod\\+)?(alt\\+)?(shift\\+)?([a-z]{2,12}|f\\d{1,2}|[^\\sA-Z])'
const Keys = Type.String({ maxLength: 60, pattern: `^${STROKE}( ${STROKE})?$` })

/** Keys by the name of the action; those that are not named have the keys they come with. */
export const ShortcutKeys = Type.Record(
  Type.String({ pattern: '^[a-z][a-zA-Z0-9]*(\\.[a-zA-Z0-9]+)*$', maxLength: 60 }),
  Keys,
  { maxProperties: MAX_CHOICES },
)
export type ShortcutKeys = Static<typeof ShortcutKeys>

const Choices = Type.Object({ keys: ShortcutKeys })

export const shortcutsContract = defineContract('shortcuts', {
  read: {
    method: 'GET',
    path: '/shortcuts',
    auth: 'user',
    summary: 'Keys that the caller has given to actions of the web app.',
    response: Choices,
  },
  save: {
    method: 'PUT',
    path: '/shortcuts',
    auth: 'user',
    summary: 'Replaces all of the caller’s keys; none sets everything back.',
    body: Choices,
    response: Choices,
  },
})
