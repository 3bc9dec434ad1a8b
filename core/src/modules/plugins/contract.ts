import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { AnyObject, Id, Moment, Nullable } from '../../platform/http/shapes.ts'
import { Features } from '../channels/schemas.ts'

export const PLUGIN_STATES = ['active', 'invalid', 'incompatible', 'failed', 'missing'] as const

const Action = Type.Object({
  name: Type.String(),
  /** Text of the button; null where a field calls the action. */
  label: Nullable(Type.String()),
  /** Connection states in which it is offered; null = all. */
  when: Nullable(Type.Array(Type.String())),
})

/** Texts are in the caller's language. */
export const Contribution = Type.Object({
  kind: Type.Enum(['channel', 'ai', 'flow', 'payment', 'ispBilling', 'voice']),
  type: Type.String(),
  scope: Type.Enum(['tenant', 'operator']),
  name: Type.String(),
  description: Nullable(Type.String()),
  icon: Nullable(Type.String()),
})

export const Plugin = Type.Object({
  id: Type.String(),
  version: Type.String(),
  kinds: Type.Array(Type.String()),
  state: Type.Enum([...PLUGIN_STATES]),
  /** Why it is not active. */
  reason: Nullable(Type.String()),
  enabled: Type.Boolean(),
  contributions: Type.Array(Contribution),
})
export type Plugin = Static<typeof Plugin>

/** A kind of channel that the company may create. */
export const ChannelType = Type.Object({
  type: Type.String(),
  pluginId: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  icon: Nullable(Type.String()),
  transport: Type.Enum(['session', 'webhook']),
  addressKind: Type.String(),
  features: Features,
  /** See `/channel-types/{type}/guide`. */
  hasGuide: Type.Boolean(),
  /** JSON Schema with `x-ui`, texts translated. Admins only. */
  settings: Type.Optional(AnyObject),
  actions: Type.Optional(Type.Array(Action)),
})
export type ChannelType = Static<typeof ChannelType>

export const OperatorPlugin = Type.Object({
  id: Type.String(),
  version: Type.String(),
  kinds: Type.Array(Type.String()),
  state: Type.Enum([...PLUGIN_STATES]),
  reason: Nullable(Type.String()),
  updatedAt: Moment,
  /** Companies that have it switched on, and its instances. */
  tenants: Type.Integer(),
  instances: Type.Integer(),
  /** It has settings of its own for the operator, see `/admin/plugins/{id}/app`. */
  hasApp: Type.Boolean(),
  contributions: Type.Array(Contribution),
})
export type OperatorPlugin = Static<typeof OperatorPlugin>

/** What a plugin lets the operator set once for the channels of all companies. */
export const PluginApp = Type.Object({
  /** Name of the kind of channel. */
  name: Type.String(),
  /** Address that all companies share, to enter at the provider; null when the plugin has none. */
  hookUrl: Nullable(Type.String()),
  /** JSON Schema with `x-ui`, texts translated. */
  schema: AnyObject,
  /** Secrets read as `{ set, hint }`. */
  settings: AnyObject,
})
export type PluginApp = Static<typeof PluginApp>

export const JobQueue = Type.Object({
  name: Type.String(),
  queued: Type.Integer(),
  active: Type.Integer(),
  dead: Type.Integer(),
  oldestQueuedAt: Nullable(Moment),
})
export const DeadJob = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  tenantId: Nullable(Id),
  error: Nullable(Type.String()),
  createdAt: Moment,
})
export const DeadInbound = Type.Object({
  tenantId: Id,
  id: Type.String(),
  channelId: Id,
  channelName: Nullable(Type.String()),
  key: Type.String(),
  error: Nullable(Type.String()),
  attempts: Type.Integer(),
  receivedAt: Moment,
})

const Count = Type.Object({ count: Type.Integer() })
const Key = Type.String({ minLength: 1, maxLength: 100 })

export const pluginsContract = defineContract('plugins', {
  list: {
    method: 'GET',
    path: '/plugins',
    auth: 'admin',
    summary: 'Installed plugins and whether the company uses them.',
    response: Type.Array(Plugin),
  },
  setEnabled: {
    method: 'PUT',
    path: '/plugins/{id}',
    auth: 'admin',
    summary: 'Switches a plugin on or off; off closes its instances and keeps their data.',
    params: Type.Object({ id: Key }),
    body: Type.Object({ enabled: Type.Boolean() }),
    response: Plugin,
    errors: ['ERR_NO_PLUGIN_FOUND', 'ERR_PLUGIN_FAILED'],
  },
  channelTypes: {
    method: 'GET',
    path: '/channel-types',
    auth: 'user',
    summary: 'Kinds of channel that the company may create.',
    response: Type.Array(ChannelType),
  },
  guide: {
    method: 'GET',
    path: '/channel-types/{type}/guide',
    auth: 'admin',
    summary: 'How such a channel is set up, as Markdown, in the caller’s language where it is written in it.',
    params: Type.Object({ type: Key }),
    response: Type.Object({ language: Type.Enum(['pt', 'en', 'es']), text: Type.String() }),
    errors: ['ERR_CHANNEL_TYPE_UNKNOWN', 'ERR_NOT_FOUND'],
  },
  operatorPlugins: {
    method: 'GET',
    path: '/admin/plugins',
    auth: 'operator',
    summary: 'All plugins and how they fared at the last start.',
    response: Type.Array(OperatorPlugin),
  },
  app: {
    method: 'GET',
    path: '/admin/plugins/{id}/app',
    auth: 'operator',
    summary: 'What the operator sets once for the channels of all companies, such as the app at the provider.',
    params: Type.Object({ id: Key }),
    response: PluginApp,
    errors: ['ERR_NO_PLUGIN_FOUND'],
  },
  saveApp: {
    method: 'PUT',
    path: '/admin/plugins/{id}/app',
    auth: 'operator',
    summary: 'Changes it; the plugin’s channels are opened anew. A secret: absent keeps, null clears, text replaces.',
    params: Type.Object({ id: Key }),
    body: Type.Object({ settings: AnyObject }),
    response: PluginApp,
    errors: ['ERR_NO_PLUGIN_FOUND', 'ERR_CHANNEL_SETTINGS_INVALID'],
  },
  jobs: {
    method: 'GET',
    path: '/admin/jobs',
    auth: 'operator',
    summary: 'Job queues, and the newest jobs that failed for good.',
    response: Type.Object({ queues: Type.Array(JobQueue), dead: Type.Array(DeadJob) }),
  },
  redriveJobs: {
    method: 'POST',
    path: '/admin/jobs/redrive',
    auth: 'operator',
    summary: 'Runs dead jobs again: those named, or all of a queue.',
    body: Type.Object({
      queue: Key,
      ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 })),
    }),
    response: Count,
    errors: ['ERR_NOT_FOUND'],
  },
  deadInbound: {
    method: 'GET',
    path: '/admin/inbox-dead',
    auth: 'operator',
    summary: 'Inbound events that were set aside since they kept failing, newest first.',
    query: Type.Object({ tenantId: Type.Optional(Id) }),
    response: Type.Array(DeadInbound),
  },
  redriveInbound: {
    method: 'POST',
    path: '/admin/inbox-dead/redrive',
    auth: 'operator',
    summary: 'Applies set-aside events again: those named, or all of a company, or all.',
    body: Type.Object({
      tenantId: Type.Optional(Id),
      items: Type.Optional(
        Type.Array(Type.Object({ tenantId: Id, id: Type.String({ maxLength: 20, pattern: '^[0-9]+$' }) }), {
          maxItems: 1000,
        }),
      ),
    }),
    response: Count,
  },
})
