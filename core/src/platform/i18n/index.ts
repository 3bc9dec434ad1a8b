export { LOCALES, type Locale, preferredLocale } from './locale.ts'
export { refusalText } from './refusal.ts'
export { type TextKey, type TextParams, translate } from './translate.ts'
