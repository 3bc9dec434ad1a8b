import type { TypeOptions } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { Namespace } from '../lib/i18n/namespaces.ts'
import type { Ability } from '../lib/permissions.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'

export type ScreenId = keyof TypeOptions['resources']['common']['screens']

export const RAIL_GROUPS = ['service', 'people', 'setup', 'operator'] as const
export type RailGroup = (typeof RAIL_GROUPS)[number]

/** One row of the table of screens. Only screens that exist are in it; everything else is a 404. */
export interface ScreenDefinition {
  /** Name in the texts (`screens.<id>`) and in the menu permissions of a company. */
  id: ScreenId
  /** As in specification §2, without a hash. */
  path: string
  /** Its own chunk, with a component named `Screen`. */
  load(): Promise<{ Screen: ComponentType }>
  /** Catalogues that load beside the chunk. */
  texts: Namespace[]
  /** Others are told and sent to the dashboard. */
  ability?: Ability
  /** Where it stands in the rail; absent for screens that are reached otherwise. */
  rail?: { group: RailGroup; icon: LucideIcon; keys?: Keys }
  /** Nested routes rendered in the screen's `<Outlet />`. */
  children?: RouteObject[]
}
