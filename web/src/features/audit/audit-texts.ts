import type { AuditRow } from '@recado/core/modules/audit/contract'
import type { TypeOptions } from 'i18next'
import { i18n, useT } from '../../lib/i18n/i18n.ts'

type Texts = TypeOptions['resources']['audit']
type Area = keyof Texts['areas']
type Action = keyof Texts['actions']
type Verb = keyof Texts['verbs']

/** First words of actions, in the order in which they are offered. */
export const AREAS = [
  'login',
  'two-factor',
  'session',
  'recovery',
  'sso',
  'user',
  'team',
  'setting',
  'tenant',
  'hours',
  'holiday',
  'queue',
  'channel',
  'webhook',
  'plugin',
  'contact',
  'ticket',
  'ticket-view',
  'message',
  'schedule',
  'task',
  'chat',
  'tag',
  'closing-reason',
  'quick-message',
  'farewell',
  'template',
  'audit',
] as const satisfies readonly Area[]

const known = <Key extends string>(group: string, key: string): key is Key => i18n.exists(`audit:${group}.${key}`)
const isArea = (key: string): key is Area => known('areas', key)
const isVerb = (key: string): key is Verb => known('verbs', key)

/** `login.ok` → `login_ok`: dots part keys. */
const keyOf = (action: string) => action.replaceAll('.', '_')
const isAction = (key: string): key is Action => known('actions', key)

/** Actions, things and people of the log in words. */
export function useAuditTexts() {
  const t = useT('audit')
  const areaName = (area: string): string => (isArea(area) ? t(`areas.${area}`) : area)
  return {
    areaName,

    /** "Usuário alterado"; what this version has no words for stands as it is. */
    actionName(action: string): string {
      const key = keyOf(action)
      if (isAction(key)) return t(`actions.${key}`)
      const [area = '', verb = ''] = action.split('.')
      return isVerb(verb) && isArea(area) ? `${t(`areas.${area}`)}: ${t(`verbs.${verb}`)}` : action
    },

    actorName: ({ actorName, actorKind, actorId }: AuditRow): string => {
      if (actorName !== null) return actorName
      if (actorKind === 'operator') return t('operator')
      return actorKind === 'user' ? t('former', { id: actorId ?? 0 }) : t('program')
    },

    objectName({ object, objectName }: AuditRow): string {
      if (object === null) return '–'
      const [kind = '', id = ''] = object.split(':')
      return objectName ?? `${areaName(kind)} ${id}`
    },
  }
}
