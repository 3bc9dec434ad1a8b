import type { ChannelContext, Shown } from '@recado/sdk'
import type { Status } from '../drivers/driver.ts'
import { qrText } from './qr-text.ts'

/** What the person scans or types, with how; null while the gateway has none. */
export async function shownOf(
  { t }: Pick<ChannelContext, 't'>,
  by: 'qr' | 'code',
  found: Status,
  until?: number,
): Promise<Shown | null> {
  const more = until === undefined ? {} : { expiresAt: until }
  if (by === 'code') return found.code ? { as: 'code', value: found.code, message: t('show.code'), ...more } : null
  const value = found.qr ? await qrText(found.qr) : null
  return value ? { as: 'qr', value, message: t('show.qr'), ...more } : null
}
