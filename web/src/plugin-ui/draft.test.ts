import { numberField, secretField, switchField, textField } from '@recado/sdk/settings'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { checkDraft, draftOf, payloadOf, sectionsOf } from './draft.ts'

const typed = Type.Object({
  token: secretField({ label: 'token', minLength: 5, group: 'Conexão' }),
  polling: switchField({ label: 'polling', group: 'Conexão' }),
  every: numberField({ label: 'every', minimum: 1, default: 5, group: 'Conexão', showWhen: { polling: true } }),
  title: Type.Optional(textField({ label: 'title', group: 'Aparência', order: 2 })),
  subtitle: Type.Optional(textField({ label: 'subtitle', group: 'Aparência', order: 1 })),
})
/** As it arrives: plain JSON. */
const schema = JSON.parse(JSON.stringify(typed)) as typeof typed

describe('a draft', () => {
  it('sets stored secrets apart and fills in defaults', () => {
    const draft = draftOf(schema, { token: { set: true, hint: '…9f2a' }, title: 'Oi' })
    expect(draft.stored).toEqual({ token: { set: true, hint: '…9f2a' } })
    expect(draft.values).toEqual({ polling: false, every: 5, title: 'Oi' })
  })

  it('keeps, replaces and clears secrets', () => {
    const draft = draftOf(schema, { token: { set: true } })
    expect(checkDraft(schema, draft)).toEqual({})
    expect(payloadOf(schema, draft)).not.toHaveProperty('token')
    const replaced = { ...draft, values: { ...draft.values, token: 'novo-token' } }
    expect(payloadOf(schema, replaced)).toHaveProperty('token', 'novo-token')
    const cleared = { ...draft, values: { ...draft.values, token: null } }
    expect(payloadOf(schema, cleared)).toHaveProperty('token', null)
    expect(checkDraft(schema, cleared)).toHaveProperty('token.rule', 'required')
  })

  it('refuses what the server would refuse, and drops hidden fields', () => {
    expect(checkDraft(schema, draftOf(schema))).toHaveProperty('token.rule', 'required')
    const short = { values: { token: 'abc', polling: true, every: 0 }, stored: {} }
    expect(checkDraft(schema, short)).toMatchObject({ token: { rule: 'minLength' }, every: { rule: 'minimum' } })
    const hidden = { values: { token: 'abcdef', polling: false, every: 0 }, stored: {} }
    expect(checkDraft(schema, hidden)).toEqual({})
    expect(payloadOf(schema, hidden)).toEqual({ token: 'abcdef', polling: false })
  })

  it('orders sections and their fields, without the hidden ones', () => {
    expect(sectionsOf(schema, { polling: false })).toEqual([
      { title: 'Conexão', fields: ['token', 'polling'] },
      { title: 'Aparência', fields: ['subtitle', 'title'] },
    ])
    expect(sectionsOf(schema, { polling: true })[0]?.fields).toContain('every')
  })
})
