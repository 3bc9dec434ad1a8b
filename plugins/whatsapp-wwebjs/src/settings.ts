import { notice, secretField, switchField, textField } from '@recado/sdk'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  howTo: notice({ label: 'settings.howTo', order: 1 }),
  url: textField({
    label: 'settings.url',
    help: 'settings.url.help',
    placeholder: 'settings.url.placeholder',
    pattern: '^https?://[^\\s?#]+$',
    maxLength: 500,
    order: 2,
  }),
  apiKey: secretField({ label: 'settings.apiKey', help: 'settings.apiKey.help', maxLength: 512, order: 3 }),
  sessionId: Type.Optional(
    textField({
      label: 'settings.sessionId',
      help: 'settings.sessionId.help',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      maxLength: 64,
      order: 4,
    }),
  ),
  ignoreGroups: switchField({ label: 'settings.ignoreGroups', help: 'settings.ignoreGroups.help', order: 5 }),
  typing: switchField({ label: 'settings.typing', help: 'settings.typing.help', default: true, order: 6 }),
})

export type WwebjsSettings = Omit<Static<typeof settings>, 'apiKey' | 'howTo'>
