import { choiceField, generatedField, notice, secretField, switchField, textField } from '@recado/sdk'
import { Type } from 'typebox'

/** How the channel comes to its token. `instagram`: a token of Instagram's own login. */
export type AccessKind = 'login' | 'token' | 'instagram'

export interface MetaSettings {
  access: AccessKind
  /** Page, or professional account. */
  accountId?: string
  appId?: string
  verifyToken: string
  comments: boolean
  humanAgent: boolean
  graphVersion?: string
}

/** Fields that both plugins have; `pasted` are the kinds of access with a pasted token. */
export const metaFields = <const Kinds extends Record<string, string>>(choices: Kinds, pasted: string[]) => ({
  howTo: notice({ label: 'settings.howTo', order: 1 }),
  access: choiceField({
    label: 'settings.access',
    help: 'settings.access.help',
    choices,
    default: 'login' as keyof Kinds & string,
    order: 2,
  }),
  accessToken: secretField({
    label: 'settings.accessToken',
    help: 'settings.accessToken.help',
    maxLength: 2048,
    showWhen: { access: pasted },
    order: 3,
  }),
  accountId: Type.Optional(
    textField({
      label: 'settings.accountId',
      help: 'settings.accountId.help',
      pattern: '^[0-9]{1,40}$',
      maxLength: 40,
      showWhen: { access: pasted },
      order: 4,
    }),
  ),
  comments: switchField({ label: 'settings.comments', help: 'settings.comments.help', default: true, order: 5 }),
  humanAgent: switchField({ label: 'settings.humanAgent', help: 'settings.humanAgent.help', order: 6 }),
  appId: Type.Optional(
    textField({
      label: 'settings.appId',
      help: 'settings.appId.help',
      group: 'settings.group.app',
      pattern: '^[0-9]{1,40}$',
      maxLength: 40,
      order: 7,
    }),
  ),
  appSecret: Type.Optional(
    secretField({
      label: 'settings.appSecret',
      help: 'settings.appSecret.help',
      group: 'settings.group.app',
      maxLength: 128,
      order: 8,
    }),
  ),
  verifyToken: generatedField({
    label: 'settings.verifyToken',
    help: 'settings.verifyToken.help',
    group: 'settings.group.app',
    order: 9,
  }),
  graphVersion: Type.Optional(
    textField({
      label: 'settings.graphVersion',
      help: 'settings.graphVersion.help',
      group: 'settings.group.app',
      pattern: '^v[0-9]{1,3}\\.[0-9]$',
      maxLength: 8,
      order: 10,
    }),
  ),
})
