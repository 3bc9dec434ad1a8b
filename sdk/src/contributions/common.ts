import type { TSchema } from 'typebox'
import type { InstanceContext } from '../context.ts'
import type { Step } from '../steps.ts'

export interface ActionInput {
  /** Values of the form as it stands, saved or not; secrets that were left untouched are filled in by the host. */
  settings: Record<string, unknown>
  /** Answer to a `form` step, with the step's name. */
  step?: string
  values?: Record<string, unknown>
}

export interface ActionDefinition<Context> {
  /** Locale key of the button; actions without one are called by fields (`optionsFrom`) or by the host. */
  label?: string
  /** Shown only while the instance is in one of these connection states. */
  when?: string[]
  /** Only for people who may administer the instance (default), or for every user of it. */
  audience?: 'admin' | 'user'
  run(ctx: Context, input: ActionInput, signal: AbortSignal): Promise<Step>
}

/** What every contribution declares, whatever its kind. */
export interface Contribution<Context = InstanceContext> {
  /** Unique among all plugins: `telegram`, `stripe`, `ixc`. */
  type: string
  /** Major of the kind's contract, see `CONTRACTS`. */
  contract: number
  /** Who configures it: each tenant, or the operator once for all. */
  scope: 'tenant' | 'operator'
  /** Locale keys. */
  name: string
  description?: string
  /** Name of an icon of the host's set, or a data URL of an SVG of at most 8 KB. */
  icon?: string
  settings: TSchema
  settingsVersion: number
  /** `migrate[n]` turns settings of version n into version n + 1. Pure. */
  migrate?: Record<number, (settings: Record<string, unknown>) => Record<string, unknown>>
  /** `testConnection` is reserved: it runs on the draft and changes nothing. */
  actions?: Record<string, ActionDefinition<Context>>
  /** Called when a time set with `ctx.schedule` has come. */
  onSchedule?(ctx: Context, name: string, payload: unknown, signal: AbortSignal): Promise<void>
}
