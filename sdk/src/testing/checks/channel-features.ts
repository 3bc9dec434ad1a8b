import type { ChannelDefinition, ChannelFeatures, ChannelInstance } from '../../contributions/channel.ts'
import { MAX_TEXT, MEDIA_KINDS } from '../../messages/index.ts'
import { withInstance } from '../bench.ts'
import type { Check } from '../test-api.ts'
import { type ChannelSubject, channelKind } from './channel-kind.ts'

/** A declared feature, and the method without which it is an empty promise. */
const NEEDS: [string, (features: ChannelFeatures) => boolean, keyof ChannelInstance][] = [
  ['edit', ({ edit }) => edit !== undefined, 'edit'],
  ['remove', ({ remove }) => remove !== undefined, 'remove'],
  ['react', ({ react }) => Boolean(react), 'react'],
  ['typing.out', ({ typing }) => typing?.out === true, 'typing'],
  ['history', ({ history }) => history === true, 'fetchHistory'],
  ['contactList', ({ contactList }) => contactList === true, 'listContacts'],
  ['template', ({ template }) => template === true, 'syncTemplates'],
  ['templateEditing', ({ templateEditing }) => templateEditing === true, 'createTemplate'],
]

export function channelFeatureChecks(subject: ChannelSubject): Check[] {
  return [
    {
      name: 'a feature is declared where its method exists, and only there',
      run: () =>
        withInstance(subject, channelKind(subject), 'stand-in', async ({ instance }) => {
          const definition = subject.definition()
          return [
            ...NEEDS.flatMap(([feature, declared, method]) =>
              pairProblems(instance, definition, feature, declared, method),
            ),
            ...receiverProblems(instance, definition),
          ]
        }),
    },
    { name: 'the features are possible', run: () => featureProblems(subject.definition().features) },
    {
      name: 'addresses have one canonical form and nonsense is refused',
      run: () => addressProblems(subject.definition(), subject.address),
    },
  ]
}

function pairProblems(
  instance: ChannelInstance,
  { features }: ChannelDefinition,
  feature: string,
  declared: (features: ChannelFeatures) => boolean,
  method: keyof ChannelInstance,
): string[] {
  const present = typeof instance[method] === 'function'
  if (declared(features) && !present) return [`${feature} is declared and ${method} is missing`]
  if (!declared(features) && present) return [`${method} exists and ${feature} is not declared`]
  return []
}

function receiverProblems(instance: ChannelInstance, { transport }: ChannelDefinition): string[] {
  if (transport === 'session' || instance.receiveHook || instance.openSocket) return []
  return ['the transport is webhook, and neither receiveHook nor openSocket exists']
}

function featureProblems(features: ChannelFeatures): string[] {
  const { text, media, receipts, windowHours, react, totalBytes } = features
  const problems: string[] = []
  if (!(text.maxLength >= 1 && text.maxLength <= MAX_TEXT)) problems.push(`text.maxLength is ${text.maxLength}`)
  for (const [kind, rule] of Object.entries(media)) {
    if (!(MEDIA_KINDS as readonly string[]).includes(kind)) problems.push(`there is no kind of media named ${kind}`)
    if (!(rule.maxBytes >= 1)) problems.push(`media.${kind}.maxBytes is ${rule.maxBytes}`)
    if (rule.mimeTypes?.length === 0) problems.push(`media.${kind} takes no type at all`)
  }
  if (totalBytes !== undefined && !(totalBytes >= 1)) problems.push(`totalBytes is ${totalBytes}`)
  if (!['sent', 'delivered', 'read'].includes(receipts)) problems.push(`receipts is ${receipts}`)
  if (windowHours !== undefined && !(windowHours > 0)) problems.push(`windowHours is ${windowHours}`)
  if (Array.isArray(react) && react.length === 0) problems.push('react lists no emoji; leave it out instead')
  for (const [name, limit] of [
    ['edit', features.edit?.withinSeconds],
    ['remove', features.remove?.withinSeconds],
  ] as const) {
    if (limit !== undefined && !(limit >= 0)) problems.push(`${name}.withinSeconds is ${limit}`)
  }
  return problems
}

function addressProblems({ address }: ChannelDefinition, sample: string): string[] {
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(address.kind)) return [`the kind ${address.kind} is malformed`]
  const problems: string[] = []
  try {
    const once = address.normalise(sample)
    if (address.normalise(once) !== once) problems.push(`${sample} becomes ${once} and then something else`)
    if (once.length < 1 || once.length > 255)
      problems.push(`the canonical form of ${sample} has ${once.length} characters`)
  } catch (error) {
    problems.push(`normalise refuses the sample ${sample}: ${error}`)
  }
  for (const nonsense of ['', '   ']) {
    try {
      problems.push(`normalise takes ${JSON.stringify(nonsense)} and makes ${address.normalise(nonsense)} of it`)
    } catch {
      // Refusing is what it should do.
    }
  }
  return problems
}
