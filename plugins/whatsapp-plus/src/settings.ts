import { choiceField, generatedField, multilineField, notice, secretField, switchField, textField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  howTo: notice({ label: 'settings.howTo', order: 1 }),
  gateway: choiceField({
    label: 'settings.gateway',
    help: 'settings.gateway.help',
    choices: {
      uazapi: 'settings.gateway.uazapi',
      wuzapi: 'settings.gateway.wuzapi',
      evolution: 'settings.gateway.evolution',
    },
    default: 'uazapi',
    group: 'group.gateway',
    order: 2,
  }),
  serverUrl: textField({
    label: 'settings.serverUrl',
    help: 'settings.serverUrl.help',
    placeholder: 'settings.serverUrl.placeholder',
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s?#]+$',
    maxLength: 500,
    group: 'group.gateway',
    order: 3,
  }),
  instanceName: textField({
    label: 'settings.instanceName',
    help: 'settings.instanceName.help',
    pattern: '^[^\\s/?#]+$',
    maxLength: 100,
    showWhen: { gateway: 'evolution' },
    group: 'group.gateway',
    order: 4,
  }),
  token: Type.Optional(
    secretField({
      label: 'settings.token',
      help: 'settings.token.help',
      maxLength: 500,
      group: 'group.gateway',
      order: 5,
    }),
  ),
  adminToken: Type.Optional(
    secretField({
      label: 'settings.adminToken',
      help: 'settings.adminToken.help',
      maxLength: 500,
      group: 'group.gateway',
      order: 6,
    }),
  ),
  webhookSecret: generatedField({
    label: 'settings.webhookSecret',
    help: 'settings.webhookSecret.help',
    secret: true,
    group: 'group.gateway',
    order: 7,
  }),
  pairing: choiceField({
    label: 'settings.pairing',
    choices: { qr: 'settings.pairing.qr', code: 'settings.pairing.code' },
    default: 'qr',
    group: 'group.connection',
    order: 8,
  }),
  phone: textField({
    label: 'settings.phone',
    help: 'settings.phone.help',
    placeholder: 'settings.phone.placeholder',
    maxLength: 32,
    pattern: '[0-9]',
    showWhen: { pairing: 'code' },
    group: 'group.connection',
    order: 9,
  }),
  ignoreGroups: switchField({
    label: 'settings.ignoreGroups',
    help: 'settings.ignoreGroups.help',
    group: 'group.conversations',
    order: 10,
  }),
  readMarks: switchField({
    label: 'settings.readMarks',
    help: 'settings.readMarks.help',
    default: true,
    group: 'group.conversations',
    order: 11,
  }),
  typing: switchField({
    label: 'settings.typing',
    help: 'settings.typing.help',
    default: true,
    group: 'group.conversations',
    order: 12,
  }),
  rejectCalls: switchField({
    label: 'settings.rejectCalls',
    help: 'settings.rejectCalls.help',
    group: 'group.conversations',
    order: 13,
  }),
  callMessage: Type.Optional(
    multilineField({
      label: 'settings.callMessage',
      help: 'settings.callMessage.help',
      maxLength: 1000,
      showWhen: { rejectCalls: true },
      group: 'group.conversations',
      order: 14,
    }),
  ),
})

export type PlusSettings = Omit<Static<typeof settings>, 'token' | 'adminToken' | 'webhookSecret' | 'howTo'>
