import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }

type Texts = Record<'pt' | 'en' | 'es', Record<string, string>>

/** The texts that both plugins have, with the plugin's own. */
export const metaTexts = (own: Texts): Texts => ({
  pt: { ...pt, ...own.pt },
  en: { ...en, ...own.en },
  es: { ...es, ...own.es },
})
