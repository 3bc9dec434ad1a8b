import { choiceField, generatedField, notice, secretField, switchField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  howTo: notice({ label: 'settings.howTo', order: 1 }),
  botToken: secretField({
    label: 'settings.botToken',
    help: 'settings.botToken.help',
    placeholder: 'settings.botToken.placeholder',
    pattern: '^[0-9]{3,20}:[A-Za-z0-9_-]{30,64}$',
    maxLength: 96,
    order: 2,
  }),
  mode: choiceField({
    label: 'settings.mode',
    help: 'settings.mode.help',
    choices: { webhook: 'settings.mode.webhook', polling: 'settings.mode.polling' },
    default: 'webhook',
    order: 3,
  }),
  webhookSecret: generatedField({
    label: 'settings.webhookSecret',
    help: 'settings.webhookSecret.help',
    secret: true,
    showWhen: { mode: 'webhook' },
    order: 4,
  }),
  ignoreGroups: switchField({
    label: 'settings.ignoreGroups',
    help: 'settings.ignoreGroups.help',
    order: 5,
  }),
  typing: switchField({ label: 'settings.typing', help: 'settings.typing.help', default: true, order: 6 }),
})

export type TelegramSettings = Omit<Static<typeof settings>, 'botToken' | 'webhookSecret' | 'howTo'>
