import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'

export const Setting = Type.Object({
  /** Place in the catalogue; the ancestors' clients key rows by it. */
  id: Id,
  key: Type.String(),
  value: Type.String(),
  tenantId: Id,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Setting = Static<typeof Setting>

/** What a settings screen needs to draw one setting. */
export const SettingDefinition = Type.Object({
  key: Type.String(),
  /** switch: `enabled` | `disabled`; number: digits within minimum and maximum; choice: one of `choices`. */
  type: Type.Enum(['switch', 'number', 'choice', 'text', 'timezone']),
  default: Type.String(),
  group: Type.String(),
  choices: Nullable(Type.Array(Type.String())),
  minimum: Nullable(Type.Integer()),
  maximum: Nullable(Type.Integer()),
})
export type SettingDefinition = Static<typeof SettingDefinition>

export const MailStatus = Type.Object({
  isConfigured: Type.Boolean(),
  from: Nullable(Type.String()),
  /** Environment variables that the operator sets. */
  variables: Type.Array(Type.String()),
})
export type MailStatus = Static<typeof MailStatus>

export const settingsContract = defineContract('settings', {
  list: {
    method: 'GET',
    path: '/settings',
    auth: 'user',
    summary: 'Every setting with its value or default.',
    response: Type.Array(Setting),
  },
  catalogue: {
    method: 'GET',
    path: '/settings-catalogue',
    auth: 'user',
    summary: 'Type, default and group of every setting that changes something.',
    response: Type.Array(SettingDefinition),
  },
  save: {
    method: 'PUT',
    path: '/settings/{key}',
    auth: 'admin',
    summary: 'Sets one value. The key in the body counts, since some clients send a wrong one in the path.',
    params: Type.Object({ key: Type.String({ maxLength: 100 }) }),
    body: Type.Object({
      key: Type.Optional(Type.String({ maxLength: 100 })),
      value: Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]),
    }),
    response: Setting,
    errors: ['ERR_NO_SETTING_FOUND', 'ERR_SETTING_INVALID'],
  },
  mailStatus: {
    method: 'GET',
    path: '/settings/mail-status',
    auth: 'admin',
    summary: 'Whether mail can be sent (password recovery needs it), and how to set it up.',
    response: MailStatus,
  },
})
