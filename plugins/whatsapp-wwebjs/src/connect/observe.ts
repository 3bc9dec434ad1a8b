import { flag, text } from '@recado/loose-json'
import type { Gateway } from '../api/gateway.ts'

/** How the session stands at the gateway. */
export type Observed =
  | { kind: 'connected' }
  /** The gateway does not know it: never started, stopped, or forgotten by a restart. */
  | { kind: 'missing' }
  /** Its browser page is gone. */
  | { kind: 'crashed' }
  /** Another WhatsApp Web took its place. */
  | { kind: 'conflict' }
  /** Opening, or waiting for its code to be scanned. */
  | { kind: 'open'; qr: string | undefined }

/** Reads `/session/status`, and the QR code where one may be waiting. */
export async function observe(gateway: Gateway, signal: AbortSignal): Promise<Observed> {
  const status = await gateway.get('session/status', { signal, asIs: true })
  const message = text(status.message) ?? ''
  if (flag(status.success) || status.state === 'CONNECTED') return { kind: 'connected' }
  if (message === 'session_not_found') return { kind: 'missing' }
  if (/tab closed|session closed|target closed|protocol error/i.test(message)) return { kind: 'crashed' }
  if (status.state === 'CONFLICT') return { kind: 'conflict' }
  const code = await gateway.get('session/qr', { signal, asIs: true })
  if (text(code.message) === 'session_not_found') return { kind: 'missing' }
  return { kind: 'open', qr: flag(code.success) ? text(code.qr) : undefined }
}
