import type { IdentityClaim } from '../src/wire.ts'

/** Marks our messages among all others that windows send each other. */
export const MARK = 'recado-webchat'

export interface Look {
  accent: string
  onAccent: string
  position: 'left' | 'right'
  /** Names for the button and the frame, in the visitor's language. */
  openLabel: string
  closeLabel: string
  frameTitle: string
  unreadLabel: string
  /** Closed hours with "hide": no button. */
  hidden: boolean
}

/** From the page to the frame. No tokens ever travel here. */
export type ToFrame =
  | { kind: 'init'; page: string; full: boolean }
  | { kind: 'opened'; full: boolean }
  | { kind: 'closed' }
  | { kind: 'identify'; identity: IdentityClaim }
  | { kind: 'reset' }

/** From the frame to the page. Contents of messages stay inside. */
export type ToPage =
  | { kind: 'ready'; look: Look }
  | { kind: 'unread'; count: number }
  | { kind: 'message'; message: { id: string; at: number; sender: string | null } }
  | { kind: 'close' }

export const packed = <T>(body: T): { mark: string; body: T } => ({ mark: MARK, body })

export function unpacked<T extends { kind: string }>(data: unknown): T | null {
  const message = data as { mark?: unknown; body?: T } | null
  return typeof message === 'object' && message?.mark === MARK && message.body ? message.body : null
}
