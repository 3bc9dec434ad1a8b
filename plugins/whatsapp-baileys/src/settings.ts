import { choiceField, multilineField, notice, numberField, secretField, switchField, textField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  risk: notice({ label: 'settings.risk', order: 1 }),
  pairing: choiceField({
    label: 'settings.pairing',
    help: 'settings.pairing.help',
    choices: { qr: 'settings.pairing.qr', code: 'settings.pairing.code' },
    default: 'qr',
    order: 2,
  }),
  pairingPhone: textField({
    label: 'settings.pairingPhone',
    help: 'settings.pairingPhone.help',
    placeholder: 'settings.pairingPhone.placeholder',
    pattern: '^[+0-9()\\s.-]{8,24}$',
    showWhen: { pairing: 'code' },
    order: 3,
  }),
  ignoreGroups: switchField({ label: 'settings.ignoreGroups', help: 'settings.ignoreGroups.help', order: 4 }),
  markRead: switchField({ label: 'settings.markRead', help: 'settings.markRead.help', default: true, order: 5 }),
  presence: choiceField({
    label: 'settings.presence',
    help: 'settings.presence.help',
    choices: {
      hidden: 'settings.presence.hidden',
      working: 'settings.presence.working',
      always: 'settings.presence.always',
    },
    default: 'hidden',
    order: 6,
  }),
  rejectCalls: switchField({ label: 'settings.rejectCalls', help: 'settings.rejectCalls.help', order: 7 }),
  callMessage: Type.Optional(
    multilineField({
      label: 'settings.callMessage',
      help: 'settings.callMessage.help',
      maxLength: 1000,
      showWhen: { rejectCalls: true },
      order: 8,
    }),
  ),
  importDays: numberField({
    label: 'settings.importDays',
    help: 'settings.importDays.help',
    minimum: 0,
    maximum: 30,
    integer: true,
    default: 0,
    order: 9,
  }),
  importGroups: switchField({ label: 'settings.importGroups', help: 'settings.importGroups.help', order: 10 }),
  closeImported: switchField({
    label: 'settings.closeImported',
    help: 'settings.closeImported.help',
    default: true,
    order: 11,
  }),
  newContacts: choiceField({
    label: 'settings.newContacts',
    help: 'settings.newContacts.help',
    choices: {
      careful: 'settings.newContacts.careful',
      normal: 'settings.newContacts.normal',
      off: 'settings.newContacts.off',
    },
    default: 'careful',
    order: 12,
  }),
  proxyUrl: Type.Optional(
    secretField({
      label: 'settings.proxyUrl',
      help: 'settings.proxyUrl.help',
      placeholder: 'settings.proxyUrl.placeholder',
      pattern: '^(https?|socks5?h?)://\\S+$',
      maxLength: 500,
      order: 13,
    }),
  ),
  version: Type.Optional(
    textField({
      label: 'settings.version',
      help: 'settings.version.help',
      placeholder: 'settings.version.placeholder',
      pattern: '^\\d+\\.\\d+\\.\\d+$',
      maxLength: 32,
      order: 14,
    }),
  ),
})

export type WhatsAppSettings = Omit<Static<typeof settings>, 'proxyUrl' | 'risk'>
