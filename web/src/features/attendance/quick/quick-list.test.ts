import type { QuickMessage } from '@recado/core/modules/quick-messages/contract'
import { describe, expect, it } from 'vitest'
import { matching, queryOf } from './quick-list.ts'

const quick = (key: string, message = '', folder = ''): QuickMessage => ({
  ...{ id: key.length, key, message, folder, showAll: true, userId: 1, user: null, tenantId: 1, medias: [] },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
})
const keys = (all: QuickMessage[], query: string) => matching(all, query).map(({ key }) => key)

describe('what is typed after /', () => {
  it('is looked for only at the beginning of a single line', () => {
    expect(queryOf('/')).toBe('')
    expect(queryOf('/boa tarde')).toBe('boa tarde')
    expect(queryOf('olá /boa')).toBeNull()
    expect(queryOf('/boa\ntarde')).toBeNull()
    expect(queryOf('')).toBeNull()
    expect(queryOf(`/${'x'.repeat(61)}`)).toBeNull()
  })

  it('finds keys before texts, without regard to accents', () => {
    const all = [quick('endereço'), quick('preço-novo'), quick('tabela', 'nosso preço'), quick('preço')]
    expect(keys(all, 'preco')).toEqual(['preço', 'preço-novo', 'tabela'])
    expect(keys(all, 'xyz')).toEqual([])
  })

  it('finds folders, and without a word shows one after the other', () => {
    const all = [quick('b', '', 'Vendas'), quick('a', '', 'Vendas'), quick('z'), quick('c', '', 'Geral')]
    expect(keys(all, 'vendas')).toEqual(['a', 'b'])
    expect(keys(all, '')).toEqual(['z', 'c', 'a', 'b'])
  })

  it('stays short however many there are', () => {
    expect(
      matching(
        Array.from({ length: 5000 }, (_, index) => quick(`k${index}`)),
        'k',
      ),
    ).toHaveLength(50)
  })
})
