import type { Me } from '@recado/core/modules/auth/contract'
import { expect, it } from 'vitest'
import { allows } from './permissions.ts'

const user = (over: Partial<Me>) => ({ profile: 'user', tenantId: 2, isOperator: false, ...over }) as Me

it('lets admins administer, and only the operator run companies', () => {
  expect(allows('users.manage', user({ profile: 'admin' }))).toBe(true)
  for (const profile of ['supervisor', 'supervisorfila', 'user'] as const) {
    expect(allows('users.manage', user({ profile }))).toBe(false)
  }
  expect(allows('tenants.manage', user({ profile: 'admin' }))).toBe(false)
  expect(allows('tenants.manage', user({ profile: 'admin', tenantId: 1, isOperator: true }))).toBe(true)
  expect(allows('users.manage', null)).toBe(false)
})

it('lets admins and supervisors merge contacts', () => {
  const allowed = (['admin', 'supervisor', 'supervisorfila', 'user'] as const).filter((profile) =>
    allows('contacts.merge', user({ profile })),
  )
  expect(allowed).toEqual(['admin', 'supervisor'])
})

it('keeps contacts for admins when the company says so', () => {
  const settings = { contactsPageOnlyAdmin: 'enabled' }
  expect(allows('contacts.view', user({}))).toBe(true)
  expect(allows('contacts.view', user({}), settings)).toBe(false)
  expect(allows('contacts.view', user({ profile: 'admin' }), settings)).toBe(true)
})
