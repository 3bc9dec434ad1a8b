import { isLocale } from '../../platform/i18n/locale.ts'
import { PROFILES } from '../auth/contract.ts'
import type { FileUrl } from '../auth/index.ts'
import type { User } from './contract.ts'
import type { UserRow } from './repo.ts'

/** `withAccess` for those who may know how the user signs in and telephones. */
export const presentUser = (row: UserRow, fileUrl: FileUrl, withAccess: boolean): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  profile: PROFILES.find((profile) => profile === row.profile) ?? 'user',
  isActive: row.isActive,
  isSupport: row.isSupport,
  tenantId: row.tenantId,
  queues: row.queues.map(({ id, name, color }) => ({
    id,
    queue: name,
    name,
    color,
    UsersQueues: { queueId: id, userId: row.id },
  })),
  channels: row.channels,
  callChannels: row.callChannels,
  teams: row.teams,
  status: row.isOnline ? 'online' : 'offline',
  isOnline: row.isOnline,
  lastOnline: row.lastOnline?.toISOString() ?? null,
  lastLogin: row.lastLogin?.toISOString() ?? null,
  profilePicUrl: row.profilePicId === null ? null : fileUrl(row.tenantId, row.profilePicId),
  blockMultipleLogins: row.blockMultipleLogins,
  ignoreWallet: row.ignoreWallet,
  allowCalls: row.allowCalls,
  ticketCapacity: row.ticketCapacity,
  sip: withAccess
    ? {
        enabled: row.sipEnabled,
        server: row.sipServer ?? '',
        wssPort: row.sipPort,
        user: row.sipUser ?? '',
        password: { set: row.hasSipPassword },
      }
    : null,
  twoFactor: withAccess ? row.hasTwoFactor : null,
  locale: isLocale(row.locale) ? row.locale : 'pt',
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
