import { randomUUID } from 'node:crypto'
import { type ActionDefinition, type ChannelContext, isPluginError, type Step } from '@recado/sdk'
import { AppError } from '../platform/errors/app-error.ts'
import { type TextKey, translate } from '../platform/i18n/index.ts'
import { createBreaker } from './breaker.ts'
import { CallError, toAppError } from './call-error.ts'
import type { BusExchange } from './context/bus.ts'
import { createInstanceContext } from './context/instance-context.ts'
import { createDraftStore } from './context/store.ts'
import { channelInstance } from './instance-name.ts'
import type { Callee, Invoker } from './invoker.ts'
import { type LiveDeps, refOf } from './live-channel.ts'
import { asHost } from './plugin-scope.ts'
import type { Registry } from './registry.ts'
import { readForm } from './settings/form.ts'
import { translateSchema } from './settings/panel-schema.ts'
import type { Secrets } from './settings/secrets.ts'
import type { ActionRequest } from './types.ts'

export interface ActionDeps extends LiveDeps {
  invoker: Invoker
  secrets: Secrets
  bus: BusExchange
  registry(): Registry
  /** Base address of this installation. */
  publicUrl: string
}

const STEPS = ['done', 'error', 'form', 'show', 'wait', 'options']

/**
 * Runs an action on the form as it stands. The context it gets shows the draft; reports and events of an action are
 * dropped, since it is not the channel's connection.
 * @throws AppError ERR_CHANNEL_TYPE_UNKNOWN, ERR_NO_ACTION_FOUND, ERR_PLUGIN_FAILED for a defect
 */
export async function runAction(deps: ActionDeps, request: ActionRequest): Promise<Step> {
  const contributed = deps.registry().channelType(request.type)
  if (!contributed) throw new AppError('ERR_CHANNEL_TYPE_UNKNOWN')
  const { definition, plugin } = contributed
  const actions = definition.actions ?? {}
  const action = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined
  if (!action) throw new AppError('ERR_NO_ACTION_FOUND')

  const { tenantId, channelId, locale } = request
  const text = (key: string) => contributed.text(locale, key)
  const saved = channelId === null ? null : channelInstance(channelId)
  const kept = saved ? await deps.secrets.all(tenantId, saved) : {}
  const form = readForm(definition, request.settings, { settings: request.stored, secrets: Object.keys(kept) })
  const problem = form.problems.find(({ rule }) => rule !== 'required' || request.action === 'testConnection')
  if (problem)
    return { type: 'error', field: problem.field, message: translate(locale, 'ERR_CHANNEL_SETTINGS_INVALID', {}) }
  const secrets: Record<string, string> = { ...kept }
  for (const [name, value] of form.secrets) {
    if (value === null) delete secrets[name]
    else secrets[name] = value
  }

  const instance = saved ?? `draft:${randomUUID()}`
  const closing = new AbortController()
  const callee: Callee = {
    pluginId: plugin.id,
    tenantId,
    instance,
    breaker: createBreaker(deps.clock),
    signal: closing.signal,
  }
  const key = { tenantId, channelId: channelId ?? 0 }
  const end = deps.bus.join({ key, id: randomUUID(), pluginId: plugin.id, instance })
  const ref = refOf(contributed, key)
  const ctx: ChannelContext = {
    ...createInstanceContext(deps, {
      contributed,
      tenantId,
      instance,
      name: request.name,
      settings: form.settings,
      secret: async (field) => secrets[field] ?? null,
      // A channel that is not saved has no address yet; plugins look at where it would be.
      hookUrl: () => (channelId === null ? Promise.resolve(`${deps.publicUrl}/hooks/draft`) : deps.hookUrl(key)),
      signal: closing.signal,
      locale,
      ...(saved ? {} : { store: createDraftStore() }),
    }),
    inbound: { push: async () => undefined, typing: () => undefined },
    connection: { set: async () => undefined },
    app: await deps.appOf(plugin.id),
    conversations: {
      history: (chat, options = {}) => asHost(() => deps.ports.conversations.history(ref, chat, options)),
      availability: () => asHost(() => deps.ports.conversations.availability(ref)),
    },
    bus: end.bus,
  }
  const { step, values } = request.input
  const input = {
    settings: { ...form.settings, ...secrets },
    ...(step === undefined ? {} : { step }),
    ...(values === undefined ? {} : { values }),
  }
  try {
    const run = action.run as ActionDefinition<ChannelContext>['run']
    const answer = await deps.invoker.call(callee, {
      name: `action ${request.action}`,
      callClass: 'action',
      async run(signal) {
        const answer = await run.call(action, ctx, input, signal)
        if (!STEPS.includes(answer?.type)) throw new TypeError('the action answered no step')
        return answer
      },
    })
    const plain = JSON.parse(JSON.stringify(answer)) as Step
    return plain.type === 'form' ? { ...plain, schema: translateSchema(plain.schema, text) } : plain
  } catch (error) {
    return refusal(error, locale)
  } finally {
    closing.abort()
    end.leave()
  }
}

/** A refusal of the closed list is an answer for the person at the form; a defect is none. */
function refusal(error: unknown, locale: ActionRequest['locale']): Step {
  const told = toAppError(error)
  if (!isPluginError(error) || !(told instanceof AppError) || (error instanceof CallError && error.why === 'defect'))
    throw told
  return {
    type: 'error',
    message: translate(locale, told.code as TextKey, told.params ?? {}),
    ...(error.detail ? { hint: error.detail } : {}),
    ...(error.field ? { field: error.field } : {}),
  }
}
