import { describe, expect, it } from 'vitest'
import { AT_HOME, jumpState } from './jump-state.ts'

type Action = Parameters<typeof jumpState>[1]
const after = (...actions: Action[]) => actions.reduce(jumpState, AT_HOME)
const arrived = after({ type: 'begin' }, { type: 'loaded', id: 'a' }, { type: 'landed', id: 'a' })

describe('a jump', () => {
  it('is aimed at its message until it has come to rest, and marks it a while longer', () => {
    expect(arrived).toEqual({ wanted: null, landed: { id: 'a' }, isJumping: true })
    const rested = jumpState(arrived, { type: 'rested', landed: arrived.landed })
    expect(rested).toEqual({ ...arrived, isJumping: false })
    expect(jumpState(rested, { type: 'faded', landed: arrived.landed })).toEqual(AT_HOME)
  })

  it('that begins while the one before is coming to rest is not ended by that', () => {
    const next = jumpState(arrived, { type: 'begin' })
    for (const type of ['rested', 'faded'] as const) {
      expect(jumpState(next, { type, landed: arrived.landed })).toEqual({ ...AT_HOME, isJumping: true })
    }
  })

  it('that begins before the one before has landed makes it go nowhere', () => {
    const next = after({ type: 'begin' }, { type: 'loaded', id: 'a' }, { type: 'begin' })
    expect(jumpState(next, { type: 'landed', id: 'a' })).toEqual(next)
    expect(jumpState(next, { type: 'loaded', id: 'b' })).toEqual({ wanted: 'b', landed: null, isJumping: true })
  })
})
