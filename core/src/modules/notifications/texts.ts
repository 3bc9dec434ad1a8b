import { type Locale, type TextKey, type TextParams, translate } from '../../platform/i18n/index.ts'
import type { NotificationKind } from './schemas.ts'

export interface Said {
  title: string
  body: string
}

/** Typed, so that a kind without texts does not compile. */
const keyOf = (kind: NotificationKind, part: 'title' | 'body' | 'hidden'): TextKey => `notification.${kind}.${part}`

export const textOf = (kind: NotificationKind, params: TextParams, locale: Locale): Said => ({
  title: translate(locale, keyOf(kind, 'title'), params),
  body: translate(locale, keyOf(kind, 'body'), params),
})

/** That there is something, but not what: no names, nothing that somebody wrote. */
export const hiddenText = (kind: NotificationKind, locale: Locale): Said => ({
  title: translate(locale, keyOf(kind, 'hidden')),
  body: '',
})
