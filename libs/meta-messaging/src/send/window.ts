import { type OutboundMessage, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'
import { HOUR_MS, HUMAN_WINDOW_HOURS, PRIVATE_REPLY_HOURS, WINDOW_HOURS } from '../platform.ts'

/** How a message is declared to Meta; `person` beyond the day in which anything may be sent. */
export type Window = 'free' | 'person'

/** May a person still answer after the day is over? The company has to have the permission, and says so. */
export const mayBePerson = ({ ctx, settings }: Line, { sender, lastInboundAt, comment }: OutboundMessage): boolean =>
  settings.humanAgent &&
  sender !== null &&
  !comment &&
  lastInboundAt !== undefined &&
  ctx.clock.now() - lastInboundAt <= HUMAN_WINDOW_HOURS * HOUR_MS

/**
 * Within a day of the customer's last message anything may be sent, within a week only what a person wrote. When the
 * host knows of no message, Meta decides. @throws PluginError WINDOW_CLOSED
 */
export function windowOf(line: Line, out: OutboundMessage): Window {
  const { ctx, settings } = line
  const { lastInboundAt, comment } = out
  if (lastInboundAt === undefined) return 'free'
  const hours = (ctx.clock.now() - lastInboundAt) / HOUR_MS
  if (comment) {
    if (hours <= PRIVATE_REPLY_HOURS) return 'free'
    throw new PluginError('WINDOW_CLOSED', { detail: ctx.t('error.commentTooOld') })
  }
  if (hours <= WINDOW_HOURS) return 'free'
  if (mayBePerson(line, out)) return 'person'
  const isForPeople = settings.humanAgent && hours <= HUMAN_WINDOW_HOURS
  throw new PluginError('WINDOW_CLOSED', { detail: ctx.t(isForPeople ? 'error.onlyPeople' : 'error.window') })
}
