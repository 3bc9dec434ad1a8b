import { choiceField, switchField } from '@recado/sdk/settings'
import { type Static, Type } from 'typebox'

export const settings = Type.Object({
  /** Sends go to the stand-in provider instead of being accepted in process. */
  provider: switchField({ label: 'settings.provider', help: 'settings.provider.help' }),
  receipts: choiceField({
    label: 'settings.receipts',
    help: 'settings.receipts.help',
    choices: { none: 'receipts.none', delivered: 'receipts.delivered', read: 'receipts.read' },
    default: 'none',
    showWhen: { provider: false },
  }),
})
export type FakeSettings = Static<typeof settings>
