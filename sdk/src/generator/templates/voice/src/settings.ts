import { generatedField, secretField } from '@recado/sdk/settings'
import { Type } from 'typebox'

export const settings = Type.Object({
  token: secretField({ label: 'settings.token', help: 'settings.token.help', minLength: 8 }),
  /** The provider signs its hooks with it. */
  hookSecret: generatedField({ label: 'settings.hookSecret', help: 'settings.hookSecret.help', secret: true }),
})
