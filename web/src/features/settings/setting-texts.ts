import type { TypeOptions } from 'i18next'
import { i18n, useT } from '../../lib/i18n/i18n.ts'

export const GROUPS = ['visibility', 'attendance', 'closing', 'agents', 'messages', 'ratings', 'company'] as const

type Key = keyof TypeOptions['resources']['settings']['keys']

const isKnown = (key: string): key is Key => i18n.exists(`settings:keys.${key}.label`)

/** Name and explanation of a setting; one that this version does not know shows its key. */
export function useSettingTexts(): (key: string) => { label: string; help: string } {
  const t = useT('settings')
  return (key) =>
    isKnown(key) ? { label: t(`keys.${key}.label`), help: t(`keys.${key}.help`) } : { label: key, help: '' }
}

type Choice = keyof TypeOptions['resources']['settings']['choices']
const isChoice = (choice: string): choice is Choice => i18n.exists(`settings:choices.${choice}`)

/** What can be chosen, in words: named, or minutes. */
export function useChoiceText(): (choice: string) => string {
  const t = useT('settings')
  const minutes = useMinutesText()
  return (choice) => {
    if (/^\d+$/.test(choice)) return minutes(Number(choice))
    return isChoice(choice) ? t(`choices.${choice}`) : choice
  }
}

/** "10 minutos", "1 dia": minutes of a choice in words. */
function useMinutesText(): (minutes: number) => string {
  const t = useT('settings')
  return (minutes) => {
    if (minutes === 0) return t('never')
    if (minutes % 1440 === 0) return t('days', { count: minutes / 1440 })
    if (minutes % 60 === 0) return t('hours', { count: minutes / 60 })
    return t('minutes', { count: minutes })
  }
}
