import { secretField, textField } from '@recado/sdk/settings'
import { Type } from 'typebox'

export const settings = Type.Object({
  token: secretField({ label: 'settings.token', help: 'settings.token.help', minLength: 8 }),
  flow: textField({ label: 'settings.flow', minLength: 1 }),
})
