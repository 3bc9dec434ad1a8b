import { isLocale } from '../../platform/i18n/locale.ts'
import { type Me, PLAN_FEATURES, PROFILES } from './contract.ts'
import { isPlanExpired } from './policy.ts'
import type { Profiled } from './repo.ts'

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Filters as a client starts with when its user never saved any (spec §3). */
const DEFAULT_FILTERS = {
  searchParam: '',
  pageNumber: 1,
  status: ['open', 'pending'],
  showAll: false,
  count: null,
  queuesIds: [],
  tagsIds: [],
  withUnreadMessages: false,
  isNotAssignedUser: false,
  includeNotQueueDefined: true,
  useradmId: null,
  whatsappIds: [],
}

export interface PresentMe {
  sessionId: string
  now: number
  pictureUrl: string | null
}

export function presentMe(row: Profiled, { sessionId, now, pictureUrl }: PresentMe): Me {
  const { user, tenant } = row
  const configs = objectOf(user.configs)
  return {
    username: user.name,
    email: user.email,
    profile: PROFILES.find((profile) => profile === user.profile) ?? 'user',
    status: user.isOnline ? 'online' : 'offline',
    userId: user.id,
    tenantId: tenant.id,
    tenantName: tenant.name,
    sessionId,
    queues: row.queues.map((queue) => ({
      id: queue.id,
      queue: queue.name,
      name: queue.name,
      color: queue.color,
      isActive: queue.isActive,
      userId: queue.userId,
      tenantId: tenant.id,
      createdAt: queue.createdAt.toISOString(),
      updatedAt: queue.updatedAt.toISOString(),
      UsersQueues: { queueId: queue.id, userId: user.id },
    })),
    usuariosOnline: row.online.map((other) => ({
      id: other.id,
      name: other.name,
      email: other.email,
      status: 'online',
      lastOnline: isoOrNull(other.lastOnline),
      lastLogin: isoOrNull(other.lastLogin),
    })),
    configs: {
      isDark: false,
      ...configs,
      filtrosAtendimento: { ...DEFAULT_FILTERS, ...objectOf(configs.filtrosAtendimento) },
    },
    locale: isLocale(user.locale) ? user.locale : 'pt',
    profilePictureUrl: pictureUrl,
    allowCalls: user.allowCalls,
    isOperator: tenant.id === 1 && user.profile === 'admin',
    isSupport: user.isSupport,
    timezone: tenant.timezone,
    planExpired: isPlanExpired(tenant.dueDate, tenant.timezone, now),
    dueDate: tenant.dueDate,
    menuPermissions: Object.fromEntries(
      Object.entries(objectOf(tenant.menuPermissions)).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
    planLacks: PLAN_FEATURES.filter((feature) => tenant.planLacks.includes(feature)),
    version: user.version,
  }
}
