export { LOCALES, type Locale, preferredLocale } from './locale.ts'
export { type TextKey, type TextParams, translate } from './translate.ts'
