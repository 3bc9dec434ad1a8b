import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'
import { localeChecks } from './locales.ts'
import { manifestChecks } from './manifest.ts'
import { settingsChecks } from './settings.ts'

/** Rules that can be checked by looking at the declarations. */
export const declarationChecks = (subject: Subject): Check[] => [
  ...manifestChecks(subject),
  ...localeChecks(subject),
  ...settingsChecks(subject),
]
