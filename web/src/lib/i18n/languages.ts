export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** In their own words, as a person looks for them. */
export const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }

/** For Intl and for `<html lang>`. */
export const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' }

/** The first language that we have, of a list of tags; Portuguese when none. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0]
    const found = LANGUAGES.find((language) => language === base)
    if (found) return found
  }
  return 'pt'
}
