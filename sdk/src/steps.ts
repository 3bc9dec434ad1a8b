import type { TSchema } from 'typebox'

/**
 * What an action answers. One step runner in the browser renders all of them, so a QR code, a pairing code, a PIN
 * registration and a template sync need no screen of their own.
 */
export type Step =
  | { type: 'done'; message?: string; detail?: Record<string, string | number | boolean | null> }
  | { type: 'error'; message: string; field?: string; hint?: string }
  /**
   * Asks for more; the answer comes back as the action's input under `step`. `values` stand in the fields to begin with,
   * and can be cleared, which defaults of the schema cannot.
   */
  | { type: 'form'; step: string; title: string; schema: TSchema; submit?: string; values?: Record<string, unknown> }
  /**
   * `wait`: until the channel is connected. With a `step` the action is asked again under it, while this is on screen,
   * until it answers anything but `wait`.
   */
  | { type: 'show'; show: Shown; wait?: boolean; step?: string }
  /** Nothing new: what is on screen stays. */
  | { type: 'wait' }
  | { type: 'options'; options: Option[] }

export interface Shown {
  as: 'qr' | 'code' | 'link' | 'text'
  value: string
  /** What the person should do with it, in their language. */
  message?: string
  /** Epoch milliseconds after which it is worthless. */
  expiresAt?: number
}

export interface Option {
  value: string
  label: string
  disabled?: boolean
}
