import { reportError } from '../errors.ts'
import { askAnew } from '../http/ask-anew.ts'
import { call } from '../http/client.ts'
import { changeLanguage } from '../i18n/i18n.ts'
import type { Language } from '../i18n/languages.ts'
import { queryClient } from '../query.ts'
import { session } from './session.ts'

let chosenAtTheDoor: Language | null = null

/** Before anybody is known: it goes with whoever signs in next. */
export async function speakAtTheDoor(language: Language): Promise<void> {
  chosenAtTheDoor = language
  await changeLanguage(language)
}

/** Here at once, and with the user, so that mails and other devices speak it too. */
export async function speak(language: Language): Promise<void> {
  await changeLanguage(language)
  const { user } = session
  if (!user) return
  try {
    // imported late: the login needs no schemas of users
    const { usersContract } = await import('@recado/core/modules/users/contract')
    await call(usersContract.routes.update, { params: { id: user.userId }, body: { locale: language }, quiet: true })
    session.patchUser({ locale: language })
    // what the server said in words so far is in the other language
    askAnew(queryClient)
  } catch (error) {
    reportError(error)
  }
}

/** After signing in: what was just chosen by hand, else what the person has used before. */
export async function speakAs(locale: Language): Promise<void> {
  const chosen = chosenAtTheDoor
  chosenAtTheDoor = null
  await (chosen && chosen !== locale ? speak(chosen) : changeLanguage(locale))
}
