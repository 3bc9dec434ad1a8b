import i18next, { type TFunction } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { readStored, store } from '../storage.ts'
import { loadTexts } from './catalogues.ts'
import { LANGUAGES, type Language, LOCALES, pickLanguage } from './languages.ts'
import type { Namespace } from './namespaces.ts'

const KEY = 'recado.language'

export const i18n = i18next.createInstance()

/** Loads the shell's texts in the person's language. Portuguese stands in for what is missing. */
export async function startTexts(): Promise<void> {
  i18n.use({
    type: 'backend',
    init: () => undefined,
    read: (language: Language, namespace: string, done: (error: unknown, texts: unknown) => void) => {
      loadTexts(language, namespace).then(
        (texts) => done(null, texts),
        (error: unknown) => done(error, false),
      )
    },
  })
  i18n.use(initReactI18next)
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = LOCALES[language as Language] ?? language
  })
  await i18n.init({
    lng: pickLanguage([readStored(KEY), ...navigator.languages]),
    fallbackLng: 'pt',
    supportedLngs: [...LANGUAGES],
    load: 'languageOnly',
    ns: ['common', 'ui'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  })
}

export const currentLanguage = (): Language => pickLanguage([i18n.language])

/** For `Intl`. */
export const currentLocale = (): string => LOCALES[currentLanguage()]

export async function changeLanguage(language: Language): Promise<void> {
  store(KEY, language)
  await i18n.changeLanguage(language)
}

/** Loads namespaces ahead, beside a screen's chunk. */
export const loadNamespaces = (namespaces: readonly Namespace[]): Promise<void> => i18n.loadNamespaces([...namespaces])

/** Typed texts of one namespace: `const t = useT('users')`, `t('list.title')`. */
export function useT<N extends Namespace>(namespace: N): TFunction<N> {
  const { t } = useTranslation(namespace)
  return t as unknown as TFunction<N>
}
