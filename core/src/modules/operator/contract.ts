import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, PageQuery } from '../../platform/http/shapes.ts'
import { Plan } from '../tenants/contract.ts'
import { User, UserUpdate } from '../users/contract.ts'
import { Company, CompanyCreate, CompanyUpdate, OperatorChannel, PlanWrite, TenantStatus } from './schemas.ts'

export * from './schemas.ts'

const USER_ERRORS = ['ERR_USER_EXIST', 'ERR_PASSWORD_POLICY', 'ERR_PASSWORD_COMMON'] as const
const PLAN_ERRORS = ['ERR_PLAN_NAME_ALREADY_EXISTS', 'ERR_PLAN_INVALID_NAME'] as const

export const operatorContract = defineContract('operator', {
  tenants: {
    method: 'GET',
    path: '/admin/tenants',
    auth: 'operator',
    summary: 'Companies by name with their counts; `expired=true` leaves only those past their due date.',
    query: Type.Object({ status: Type.Optional(TenantStatus), expired: Type.Optional(Type.Boolean()) }),
    response: Type.Array(Company),
  },
  createTenant: {
    method: 'POST',
    path: '/admin/tenants',
    auth: 'operator',
    summary: 'Creates a company with its first admin, settings and business hours.',
    body: CompanyCreate,
    response: Company,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_TENANT_DUE_DATE_PAST', ...USER_ERRORS],
  },
  updateTenant: {
    method: 'PUT',
    path: '/admin/empresa/{id}',
    auth: 'operator',
    summary: 'Changes a company.',
    params: IdParams,
    body: CompanyUpdate,
    response: Company,
    errors: ['ERR_NO_TENANT_FOUND', 'ERR_NO_PLAN_FOUND', 'ERR_TENANT_DUE_DATE_PAST'],
  },
  setStatus: {
    method: 'PUT',
    path: '/admin/status/tenant/{id}',
    auth: 'operator',
    summary: 'Activates or deactivates a company; deactivation ends its sessions and stops its channels.',
    params: IdParams,
    body: Type.Object({ status: TenantStatus }),
    response: Company,
    errors: ['ERR_NO_TENANT_FOUND', 'ERR_TENANT_PROTECTED'],
  },
  addMonth: {
    method: 'POST',
    path: '/admin/tenantsMonth/{id}',
    auth: 'operator',
    summary: 'Adds one calendar month to the later of today and the due date.',
    params: IdParams,
    response: Company,
    errors: ['ERR_NO_TENANT_FOUND'],
  },
  tenantUsers: {
    method: 'GET',
    path: '/admin/users/{id}',
    auth: 'operator',
    summary: 'Users of a company; the id is the company.',
    params: IdParams,
    query: Type.Object(PageQuery),
    response: Type.Object({ users: Type.Array(User), count: Type.Integer(), hasMore: Type.Boolean() }),
    errors: ['ERR_NO_TENANT_FOUND'],
  },
  updateUser: {
    method: 'PUT',
    path: '/admin/users/{id}',
    auth: 'operator',
    summary: 'Changes a user of any company; the id is the user, `tenantId` their company.',
    params: IdParams,
    body: Type.Object({ tenantId: Type.Optional(Id), ...UserUpdate.properties }),
    response: User,
    errors: ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN', 'ERR_SIP_INVALID', ...USER_ERRORS],
  },
  resetTwoFactor: {
    method: 'DELETE',
    path: '/admin/users/{id}/two-factor',
    auth: 'operator',
    summary: 'For the last admin of a company who lost phone and codes: the next login asks for the password alone.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_USER_FOUND', 'ERR_TWO_FACTOR_OFF'],
  },
  channels: {
    method: 'GET',
    path: '/admin/channels',
    auth: 'operator',
    summary: 'Channels of all companies, or of one.',
    query: Type.Object({ tenantId: Type.Optional(Id) }),
    response: Type.Array(OperatorChannel),
  },
  usersTotal: {
    method: 'GET',
    path: '/admin/userstotal',
    auth: 'operator',
    summary: 'How many users there are and how many are online.',
    response: Type.Object({ total: Type.Integer(), online: Type.Integer() }),
  },
  plans: {
    method: 'GET',
    path: '/admin/plans',
    auth: 'operator',
    summary: 'Plans by name.',
    response: Type.Array(Plan),
  },
  createPlan: {
    method: 'POST',
    path: '/admin/plans',
    auth: 'operator',
    summary: 'Creates a plan.',
    body: PlanWrite,
    response: Plan,
    errors: PLAN_ERRORS,
  },
  updatePlan: {
    method: 'PUT',
    path: '/admin/plans/{id}',
    auth: 'operator',
    summary: 'Changes a plan.',
    params: IdParams,
    body: PlanWrite,
    response: Plan,
    errors: ['ERR_NO_PLAN_FOUND', ...PLAN_ERRORS],
  },
  removePlan: {
    method: 'DELETE',
    path: '/admin/plans/{id}',
    auth: 'operator',
    summary: 'Deletes a plan that no company has.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_CONFLICT'],
  },
})
