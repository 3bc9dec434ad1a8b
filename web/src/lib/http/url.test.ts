import { describe, expect, it } from 'vitest'
import { urlOf } from './url.ts'

describe('urlOf', () => {
  it('fills and encodes path parameters', () => {
    expect(urlOf('/tickets/{ticketId}/logs', { ticketId: 7 })).toBe('/tickets/7/logs')
    expect(urlOf('/settings/{key}', { key: 'a/b c' })).toBe('/settings/a%2Fb%20c')
    expect(() => urlOf('/tickets/{id}', {})).toThrow('needs id')
  })

  it('writes queries as the server reads them', () => {
    const query = { status: ['open', 'pending'], empty: [], searchParam: '', none: undefined, nil: null, all: false }
    expect(urlOf('/tickets', undefined, query)).toBe('/tickets?status[]=open&status[]=pending&searchParam=&all=false')
    expect(urlOf('/tickets', undefined, {})).toBe('/tickets')
  })
})
