import type { Locale } from '../../platform/db/scope.ts'
import { USER_ACTIONS, type UserAction } from './schemas.ts'

/** What a person has to do when a channel says it needs somebody, in their language. */
const TEXTS = {
  scan: {
    pt: 'Leia o código com o celular.',
    en: 'Scan the code with the phone.',
    es: 'Escanea el código con el teléfono.',
  },
  reauthorise: {
    pt: 'A autorização venceu. Autorize o canal de novo.',
    en: 'The authorisation has expired. Authorise the channel again.',
    es: 'La autorización venció. Autoriza el canal de nuevo.',
  },
  'check-settings': {
    pt: 'Confira as configurações do canal.',
    en: 'Check the settings of the channel.',
    es: 'Revisa la configuración del canal.',
  },
  'open-phone': {
    pt: 'Abra o aplicativo no celular e confira a internet dele.',
    en: 'Open the app on the phone and check its internet connection.',
    es: 'Abre la aplicación en el teléfono y revisa su conexión.',
  },
  wait: {
    pt: 'A conexão será retomada sozinha. Aguarde.',
    en: 'The connection will come back by itself. Please wait.',
    es: 'La conexión volverá sola. Espera.',
  },
  'contact-operator': {
    pt: 'Algo falhou do nosso lado. Fale com o suporte.',
    en: 'Something failed on our side. Contact support.',
    es: 'Algo falló de nuestro lado. Contacta al soporte.',
  },
} as const satisfies Record<UserAction, Record<Locale, string>>

export const userActionOf = (action: string | null): UserAction | null =>
  USER_ACTIONS.find((known) => known === action) ?? null

export function userActionText(action: string | null, locale: Locale): string | null {
  const known = userActionOf(action)
  return known && TEXTS[known][locale]
}
