/** Languages of the product; the first is the default and the fallback. */
export const LOCALES = ['pt', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** The language of ours that an `Accept-Language` header likes best. */
export function preferredLocale(header: string | undefined): Locale {
  let best: { locale: Locale; weight: number } | null = null
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    const language = tag.split('-')[0]
    if (isLocale(language) && weight > (best?.weight ?? 0)) best = { locale: language, weight }
  }
  return best?.locale ?? LOCALES[0]
}
