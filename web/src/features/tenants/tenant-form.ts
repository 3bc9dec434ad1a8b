import { type Company, operatorContract } from '@recado/core/modules/operator/contract'
import { type TProperties, Type } from 'typebox'
import { dayKey } from '../../lib/format/dates.ts'
import { call } from '../../lib/http/client.ts'
import { passwordProblem } from '../../ui/form/password-policy.ts'
import type { Problems } from '../../ui/form/problems.ts'

const { createTenant, updateTenant } = operatorContract.routes
const { user, status: _status, trial: _trial, ...company } = createTenant.body.properties

export interface TenantValues {
  name: string
  whatsapp: string
  email: string
  dueDate: string
  planId: number | null
  recurrence: Company['recurrence']
  userName: string
  userEmail: string
  userPassword: string
}

const { name, whatsapp, email, dueDate } = company
const fields = { name, whatsapp, email, dueDate }

/** A new company also names its first admin. */
export const tenantSchema = (isNew: boolean) => {
  const admin: TProperties = isNew
    ? { userName: user.properties.name, userEmail: user.properties.email, userPassword: user.properties.password }
    : {}
  return Type.Object({ ...fields, ...admin })
}

export const initialOf = (from: Company | null): TenantValues => ({
  name: from?.name ?? '',
  whatsapp: from?.whatsapp ?? '',
  email: from?.email ?? '',
  dueDate: from?.dueDate ?? '',
  planId: from?.planId ?? null,
  recurrence: from?.recurrence ?? 'monthly',
  userName: '',
  userEmail: '',
  userPassword: '',
})

/** A due date that changes may not lie before today (specification §5). */
export const checkTenant =
  (from: Company | null) =>
  (values: TenantValues): Problems => {
    const problems: Problems = {}
    const today = dayKey(Date.now())
    if (values.dueDate !== '' && values.dueDate !== from?.dueDate && values.dueDate < today) {
      problems.dueDate = { rule: 'past', params: {} }
    }
    if (!from && values.userPassword !== '') {
      const weak = passwordProblem(values.userPassword)
      if (weak) problems.userPassword = weak
    }
    return problems
  }

export function saveTenant(from: Company | null, values: TenantValues): Promise<Company> {
  const { userName, userEmail, userPassword, ...rest } = values
  const body = {
    ...rest,
    name: rest.name.trim(),
    whatsapp: rest.whatsapp.trim() || null,
    email: rest.email.trim() || null,
    dueDate: rest.dueDate || null,
  }
  return from
    ? call(updateTenant, { params: { id: from.id }, body })
    : call(createTenant, {
        body: { ...body, user: { name: userName.trim(), email: userEmail.trim(), password: userPassword } },
      })
}
