import { generatedField, notice, switchField, textField } from '@recado/sdk/settings'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  /** The host refuses private addresses; no endpoint is declared, since each tenant has its own. */
  url: textField({ label: 'settings.url', help: 'settings.url.help', pattern: '^https?://[^\\s]+$', maxLength: 2048 }),
  secret: generatedField({ label: 'settings.secret', help: 'settings.secret.help', secret: true }),
  files: switchField({ label: 'settings.files', default: true }),
  filesNotice: notice({ label: 'settings.files.notice', showWhen: { files: true } }),
})
export type HttpChannelSettings = Static<typeof settings>
