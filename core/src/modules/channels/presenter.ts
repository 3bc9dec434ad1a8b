import type { ChannelFeatures, Notice, Shown } from '@recado/sdk'
import type { Locale } from '../../platform/db/scope.ts'
import type { ChannelRow } from './repo.ts'
import { CHANNEL_STATES, type Channel, type ChannelState, statusOf } from './schemas.ts'
import { userActionOf, userActionText } from './texts.ts'

export const stateOf = (state: string): ChannelState =>
  CHANNEL_STATES.find((known) => known === state) ?? 'disconnected'

/** What everybody of the company may know of a channel. */
export const presentShort = (row: ChannelRow, features: ChannelFeatures | null): Channel => ({
  id: row.id,
  name: row.name,
  type: row.type,
  status: statusOf(row.state),
  state: stateOf(row.state),
  number: row.number,
  isDefault: row.isDefault,
  ratingEnabled: row.ratingEnabled,
  features,
  updatedAt: row.updatedAt.toISOString(),
})

/** The connection, for admins. */
export function presentState(row: ChannelRow, features: ChannelFeatures | null, locale: Locale): Channel {
  const show = row.show as Shown | null
  return {
    ...presentShort(row, features),
    isActive: row.isActive,
    reason: row.stateReason,
    userAction: userActionText(row.userAction, locale),
    needs: userActionOf(row.userAction),
    show,
    qrcode: row.state === 'waiting-qr' && show?.as === 'qr' ? show.value : null,
    retries: row.retries,
    accountName: row.accountName,
    notices: row.notices as unknown as Notice[],
  }
}

/** Everything, for admins. Secrets are never among `settings`. */
export const presentFull = (
  row: ChannelRow,
  more: {
    features: ChannelFeatures | null
    locale: Locale
    settings: Record<string, unknown>
    hookUrl: string | null
    hasCallTokens: boolean
    isPluginMissing: boolean
  },
): Channel => ({
  ...presentState(row, more.features, more.locale),
  tenantId: row.tenantId,
  queueId: row.queueId,
  userId: row.userId,
  greetingMessage: row.greetingMessage,
  farewellMessage: row.farewellMessage,
  transferMessage: row.transferMessage,
  acceptMessage: row.acceptMessage,
  absenceMessage: row.absenceMessage,
  autoCloseMinutes: row.autoCloseMinutes,
  autoCloseMessage: row.autoCloseMessage,
  autoPendingMinutes: row.autoPendingMinutes,
  ratingMessage: row.ratingMessage,
  ratingThanksMessage: row.ratingThanksMessage,
  ratingInvalidMessage: row.ratingInvalidMessage,
  ratingExpiryMessage: row.ratingExpiryMessage,
  ratingIntervalHours: row.ratingIntervalHours,
  ratingWaitMinutes: row.ratingWaitMinutes,
  ignoreGroups: row.ignoreGroups,
  settings: more.settings,
  hookUrl: more.hookUrl,
  callTokens: { set: more.hasCallTokens },
  isPluginMissing: more.isPluginMissing,
  createdAt: row.createdAt.toISOString(),
})
