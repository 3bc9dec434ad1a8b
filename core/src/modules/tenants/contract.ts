import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { ClockTime, Id, Nullable } from '../../platform/http/shapes.ts'

/** A weekday, 0 = Sunday. `O` open all day, `C` closed all day, `H` open from hr1 to hr2 and from hr3 to hr4. */
export const BusinessDay = Type.Object({
  day: Type.Integer({ minimum: 0, maximum: 6 }),
  label: Type.String({ maxLength: 40 }),
  type: Type.Enum(['O', 'C', 'H']),
  hr1: ClockTime,
  hr2: ClockTime,
  hr3: ClockTime,
  hr4: ClockTime,
})
export type BusinessDay = Static<typeof BusinessDay>

const Week = Type.Array(BusinessDay, { maxItems: 7 })

/** Whose hours are meant; the company's unless told, and `id` of the channel or queue. */
const Whose = {
  type: Type.Optional(Type.Enum(['company', 'channel', 'queue'])),
  id: Type.Optional(Nullable(Id)),
}
const HoursQuery = Type.Object(Whose)
export type HoursQuery = Static<typeof HoursQuery>

export const BusinessHours = Type.Object({
  businessHours: Type.Array(BusinessDay),
  messageBusinessHours: Type.String(),
})
export type BusinessHours = Static<typeof BusinessHours>

/** The company as its own admins see it. */
export const TenantRow = Type.Object({
  id: Id,
  name: Type.String(),
  status: Type.String(),
  timezone: Type.String(),
  businessHours: Type.Array(BusinessDay),
  messageBusinessHours: Type.String(),
})
export type TenantRow = Static<typeof TenantRow>

export const Plan = Type.Object({
  id: Id,
  name: Type.String(),
  maxUsers: Type.Integer(),
  maxConnections: Type.Integer(),
  /** In the currency's main unit, two decimals. */
  value: Type.Number(),
  isPublic: Type.Boolean(),
  groups: Type.Boolean(),
  campaigns: Type.Boolean(),
  integrations: Type.Boolean(),
  importMessages: Type.Boolean(),
})
export type Plan = Static<typeof Plan>

export const TenantDate = Type.Object({
  /** `YYYY-MM-DD`; null = never. */
  dueDate: Nullable(Type.String()),
  isExpired: Type.Boolean(),
  /** Whole days until and including the due date; negative when past. */
  daysLeft: Nullable(Type.Integer()),
  status: Type.Enum(['active', 'inactive']),
})
export type TenantDate = Static<typeof TenantDate>

export const TenantPlan = Type.Object({
  plan: Nullable(Plan),
  limits: Type.Object({ users: Nullable(Type.Integer()), connections: Nullable(Type.Integer()) }),
  usage: Type.Object({ users: Type.Integer(), connections: Type.Integer() }),
  menuPermissions: Type.Record(Type.String(), Type.Boolean()),
})
export type TenantPlan = Static<typeof TenantPlan>

export const tenantsContract = defineContract('tenants', {
  businessHours: {
    method: 'GET',
    path: '/tenants/business-hours',
    auth: 'user',
    summary: 'Business hours and absence message that hold for the company, or for a channel or queue.',
    query: HoursQuery,
    response: BusinessHours,
    errors: ['ERR_NO_TENANT_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_NO_QUEUE_FOUND'],
  },
  saveBusinessHours: {
    method: 'PUT',
    path: '/tenants/business-hours',
    auth: 'admin',
    summary:
      'Replaces the week: of the company by the bare array, of a channel or queue by `{ businessHours, type, id }`.',
    body: Type.Union([Week, Type.Object({ businessHours: Week, ...Whose })]),
    response: TenantRow,
    errors: ['ERR_VALIDATION', 'ERR_NO_WAPP_FOUND', 'ERR_NO_QUEUE_FOUND'],
  },
  saveAbsenceMessage: {
    method: 'PUT',
    path: '/tenants/message-business-hours',
    auth: 'admin',
    summary: 'What customers are told outside business hours.',
    body: Type.Object({ messageBusinessHours: Type.String({ maxLength: 4096 }) }),
    response: TenantRow,
    errors: ['ERR_NO_MESSAGE_INFORMATION'],
  },
  date: {
    method: 'GET',
    path: '/tenants/date',
    auth: 'user',
    summary: 'Until when the company has paid.',
    response: TenantDate,
    allowExpired: true,
  },
  plan: {
    method: 'GET',
    path: '/tenants/plan',
    auth: 'user',
    summary: 'The plan, its limits and what is used of them.',
    response: TenantPlan,
    allowExpired: true,
  },
})
