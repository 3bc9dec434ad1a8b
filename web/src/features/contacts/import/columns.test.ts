import { describe, expect, it } from 'vitest'
import { doubled, mappingOf, meaningsOf } from './columns.ts'

describe('columns of an import', () => {
  const columns = ['Nome', 'Numero', 'CPF', '', 'Nota']
  const mapping = { name: 0, number: 1, email: null, tags: null, extra: [{ column: 2, name: 'CPF' }] }

  it('go to the form and come back', () => {
    const meanings = meaningsOf(mapping, columns.length)
    expect(meanings).toEqual(['name', 'number', 'extra', 'none', 'none'])
    expect(mappingOf(meanings, columns)).toEqual(mapping)
    expect(meaningsOf(null, 2)).toEqual(['none', 'none'])
  })

  it('without a name become facts that have one', () => {
    expect(mappingOf(['number', 'none', 'none', 'extra'], columns).extra).toEqual([{ column: 3, name: '#4' }])
  })

  it('claim a field once', () => {
    expect(doubled(['name', 'number', 'extra', 'extra'])).toBeNull()
    expect(doubled(['number', 'number'])).toBe('number')
  })
})
