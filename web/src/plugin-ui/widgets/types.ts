import type { FieldUi } from '@recado/sdk/settings'
import type { TSchema } from 'typebox'
import type { StoredSecret } from '../draft.ts'

export interface WidgetProps {
  id: string
  describedBy: string | undefined
  name: string
  schema: TSchema
  ui: FieldUi
  value: unknown
  /** Of secrets: what the server keeps. */
  stored: StoredSecret | undefined
  disabled: boolean
  /** Undefined takes the value away. */
  onChange(value: unknown): void
  /** The field was left. */
  onTouch(): void
}

/** Rules of JSON Schema that a control can hold a person to while typing. */
export interface Rules {
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  format?: string
}

export const rulesOf = (schema: TSchema): Rules => schema as unknown as Rules

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
