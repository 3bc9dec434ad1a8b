import { choiceField, notice, secretField, textField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  howTo: notice({ label: 'settings.howTo', order: 1 }),
  token: secretField({ label: 'settings.token', help: 'settings.token.help', maxLength: 512, order: 2 }),
  channel: textField({
    label: 'settings.channel',
    help: 'settings.channel.help',
    optionsFrom: 'listChannels',
    minLength: 1,
    maxLength: 255,
    order: 3,
  }),
  kind: choiceField({
    label: 'settings.kind',
    help: 'settings.kind.help',
    choices: {
      auto: 'settings.kind.auto',
      whatsapp: 'settings.kind.whatsapp',
      instagram: 'settings.kind.instagram',
      facebook: 'settings.kind.facebook',
      telegram: 'settings.kind.telegram',
      webchat: 'settings.kind.webchat',
    },
    default: 'auto',
    order: 4,
  }),
  baseUrl: Type.Optional(
    textField({
      label: 'settings.baseUrl',
      help: 'settings.baseUrl.help',
      placeholder: 'settings.baseUrl.placeholder',
      pattern: '^https?://[^\\s?#]+$',
      maxLength: 500,
      order: 5,
    }),
  ),
})

export type HubSettings = Omit<Static<typeof settings>, 'token' | 'howTo'>
