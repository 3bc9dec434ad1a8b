import {
  choiceField,
  colourField,
  generatedField,
  keywordsField,
  multiChoiceField,
  multilineField,
  numberField,
  secretField,
  switchField,
  textField,
} from '@recado/sdk'
import { type Static, Type } from 'typebox'
import { ORIGIN_PATTERN } from './origins.ts'

const appearance = {
  title: Type.Optional(textField({ label: 'title', help: 'title.help', group: 'appearance', maxLength: 60 })),
  subtitle: Type.Optional(textField({ label: 'subtitle', group: 'appearance', maxLength: 120 })),
  greeting: Type.Optional(
    multilineField({ label: 'greeting', help: 'greeting.help', group: 'appearance', maxLength: 500 }),
  ),
  accent: colourField({ label: 'accent', help: 'accent.help', group: 'appearance', default: '#0f6b66' }),
  position: choiceField({
    label: 'position',
    group: 'appearance',
    choices: { right: 'position.right', left: 'position.left' },
    default: 'right',
  }),
  theme: choiceField({
    label: 'theme',
    group: 'appearance',
    choices: { auto: 'theme.auto', light: 'theme.light', dark: 'theme.dark' },
    default: 'auto',
  }),
  language: choiceField({
    label: 'language',
    group: 'appearance',
    choices: { auto: 'language.auto', pt: 'language.pt', en: 'language.en', es: 'language.es' },
    default: 'auto',
  }),
  sound: switchField({ label: 'sound', help: 'sound.help', group: 'appearance', default: false }),
}

const access = {
  allowedOrigins: keywordsField({
    label: 'allowedOrigins',
    help: 'allowedOrigins.help',
    placeholder: 'allowedOrigins.placeholder',
    group: 'access',
    maxItems: 50,
    pattern: ORIGIN_PATTERN,
  }),
  allowNoOrigin: switchField({ label: 'allowNoOrigin', help: 'allowNoOrigin.help', group: 'access' }),
  requireIdentity: switchField({ label: 'requireIdentity', help: 'requireIdentity.help', group: 'access' }),
  identitySecret: generatedField({
    label: 'identitySecret',
    help: 'identitySecret.help',
    group: 'access',
    secret: true,
  }),
  previousIdentitySecret: Type.Optional(
    secretField({ label: 'previousIdentitySecret', help: 'previousIdentitySecret.help', group: 'access' }),
  ),
}

const prechatFields = { name: 'field.name', email: 'field.email', phone: 'field.phone' } as const
const prechatOn = { prechat: true }

const prechat = {
  prechat: switchField({ label: 'prechat', help: 'prechat.help', group: 'prechat' }),
  prechatFields: multiChoiceField({
    label: 'prechatFields',
    group: 'prechat',
    choices: prechatFields,
    default: ['name', 'email'],
    showWhen: prechatOn,
  }),
  prechatRequired: multiChoiceField({
    label: 'prechatRequired',
    group: 'prechat',
    choices: { ...prechatFields, questions: 'field.questions' },
    default: ['name'],
    showWhen: prechatOn,
  }),
  prechatQuestions: keywordsField({
    label: 'prechatQuestions',
    help: 'prechatQuestions.help',
    group: 'prechat',
    maxItems: 5,
    showWhen: prechatOn,
  }),
}

const offline = {
  offlineWhen: choiceField({
    label: 'offlineWhen',
    group: 'offline',
    choices: { closed: 'offlineWhen.closed', nobody: 'offlineWhen.nobody' },
    default: 'closed',
  }),
  offlineMode: choiceField({
    label: 'offlineMode',
    group: 'offline',
    choices: { message: 'offlineMode.message', form: 'offlineMode.form', hide: 'offlineMode.hide' },
    default: 'message',
  }),
  offlineMessage: Type.Optional(
    multilineField({
      label: 'offlineMessage',
      help: 'offlineMessage.help',
      group: 'offline',
      maxLength: 500,
      showWhen: { offlineMode: ['message', 'form'] },
    }),
  ),
}

const files = {
  fileKinds: multiChoiceField({
    label: 'fileKinds',
    help: 'fileKinds.help',
    group: 'files',
    choices: { image: 'kind.image', video: 'kind.video', audio: 'kind.audio', document: 'kind.document' },
    default: ['image', 'video', 'audio', 'document'],
  }),
  maxFileMb: numberField({ label: 'maxFileMb', group: 'files', minimum: 1, maximum: 25, default: 10 }),
}

export const webchatSettings = Type.Object({
  ...appearance,
  ...access,
  ...prechat,
  ...offline,
  ...files,
})

/** What `open` receives: fields that their `showWhen` hides are absent. */
export type WebchatSettings = Partial<Static<typeof webchatSettings>>
