import { type Static, type TSchema, Type } from 'typebox'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'
import { Plan } from '../tenants/contract.ts'
import type { MenuKey } from '../tenants/policy.ts'

export const RECURRENCES = ['monthly', 'quarterly', 'semiannual', 'yearly'] as const
const Recurrence = Type.Enum([...RECURRENCES])
export const TenantStatus = Type.Enum(['active', 'inactive'])
const DateText = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })
const Name = Type.String({ minLength: 2, maxLength: 100, pattern: '\\S' })
const Email = Type.String({ minLength: 3, maxLength: 255, pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$' })
const Password = Type.String({ minLength: 1, maxLength: 256 })
const Limit = Nullable(Type.Integer({ minimum: 0, maximum: 100_000 }))

export const Company = Type.Object({
  id: Id,
  name: Type.String(),
  status: TenantStatus,
  whatsapp: Nullable(Type.String()),
  email: Nullable(Type.String()),
  dueDate: Nullable(Type.String()),
  isExpired: Type.Boolean(),
  planId: Nullable(Id),
  plan: Nullable(Plan),
  recurrence: Recurrence,
  timezone: Type.String(),
  trial: Type.Boolean(),
  menuPermissions: Type.Record(Type.String(), Type.Boolean()),
  /** Overrides of the plan's limits. */
  maxUsers: Nullable(Type.Integer()),
  maxConnections: Nullable(Type.Integer()),
  usersCount: Type.Integer(),
  channelsCount: Type.Integer(),
  ownerId: Nullable(Id),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Company = Static<typeof Company>

export const CompanyCreate = Type.Object({
  name: Name,
  whatsapp: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  email: Type.Optional(Nullable(Email)),
  dueDate: Type.Optional(Nullable(DateText)),
  planId: Type.Optional(Nullable(Id)),
  recurrence: Type.Optional(Recurrence),
  status: Type.Optional(TenantStatus),
  timezone: Type.Optional(Type.String({ maxLength: 64 })),
  trial: Type.Optional(Type.Boolean()),
  maxUsers: Type.Optional(Limit),
  maxConnections: Type.Optional(Limit),
  /** The first admin. */
  user: Type.Object({ name: Type.String({ minLength: 2, maxLength: 50 }), email: Email, password: Password }),
})
export type CompanyCreate = Static<typeof CompanyCreate>

export const CompanyUpdate = Type.Object({
  name: Type.Optional(Name),
  whatsapp: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  email: Type.Optional(Nullable(Email)),
  dueDate: Type.Optional(Nullable(DateText)),
  planId: Type.Optional(Nullable(Id)),
  recurrence: Type.Optional(Recurrence),
  timezone: Type.Optional(Type.String({ maxLength: 64 })),
  trial: Type.Optional(Type.Boolean()),
  maxUsers: Type.Optional(Limit),
  maxConnections: Type.Optional(Limit),
})
export type CompanyUpdate = Static<typeof CompanyUpdate>

const entry = Type.Optional(Type.Boolean())

/** What is left out stays as it is; `false` takes an entry from the company's menu, and its routes with it. */
export const MenuWrite = Type.Object({
  menuPermissions: Type.Object({
    internalChat: entry,
    schedules: entry,
    tasks: entry,
    quickMessages: entry,
    farewells: entry,
    closingReasons: entry,
  } satisfies Record<MenuKey, TSchema>),
})
export type MenuWrite = Static<typeof MenuWrite>

export const PlanWrite = Type.Object({
  name: Type.String({ maxLength: 100 }),
  maxUsers: Type.Integer({ minimum: 0, maximum: 100_000 }),
  maxConnections: Type.Integer({ minimum: 0, maximum: 100_000 }),
  value: Type.Number({ minimum: 0, maximum: 10_000_000 }),
  isPublic: Type.Optional(Type.Boolean()),
  groups: Type.Optional(Type.Boolean()),
  campaigns: Type.Optional(Type.Boolean()),
  integrations: Type.Optional(Type.Boolean()),
  importMessages: Type.Optional(Type.Boolean()),
})
export type PlanWrite = Static<typeof PlanWrite>

export const OperatorChannel = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  status: Type.String(),
  state: Type.String(),
  reason: Nullable(Type.String()),
  number: Nullable(Type.String()),
  isDefault: Type.Boolean(),
  isActive: Type.Boolean(),
  updatedAt: Moment,
  tenant: Type.Object({ id: Id, name: Type.String() }),
})
export type OperatorChannel = Static<typeof OperatorChannel>
