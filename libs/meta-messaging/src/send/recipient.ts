import { type Address, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'
import { normaliseId } from '../platform.ts'

/** The id that messages go to. Authors who are known by their comment alone are only answered there. */
export function recipientId({ ctx, platform }: Line, { kind, value }: Address): string {
  if (kind === platform.addressKind && /^[0-9]+$/.test(value.trim())) return normaliseId(value)
  throw new PluginError('RECIPIENT_INVALID', { detail: ctx.t('error.onlyComment') })
}
