import { expect, it } from 'vitest'
import { type Column, nextSorting, readSorting, sortRows } from './columns.ts'

interface Row {
  name: string
  count: number
}

const columns: Column<Row>[] = [
  { id: 'name', header: '', cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'count', header: '', cell: (row) => row.count, sortBy: (row) => row.count },
]
const rows = [
  { name: 'Fila 10', count: 2 },
  { name: 'ábaco', count: 10 },
  { name: 'Fila 9', count: 1 },
]

it('sorts as people do: numbers in names, accents aside', () => {
  const names = (text: string) => sortRows(rows, columns, readSorting(text)).map((row) => row.name)
  expect(names('name')).toEqual(['ábaco', 'Fila 9', 'Fila 10'])
  expect(names('-count')).toEqual(['ábaco', 'Fila 10', 'Fila 9'])
  expect(names('')).toEqual(['Fila 10', 'ábaco', 'Fila 9'])
  expect(names('unknown')).toEqual(['Fila 10', 'ábaco', 'Fila 9'])
})

it('goes from ascending to descending to none', () => {
  expect(nextSorting(null, 'name')).toBe('name')
  expect(nextSorting(readSorting('name'), 'name')).toBe('-name')
  expect(nextSorting(readSorting('-name'), 'name')).toBe('')
  expect(nextSorting(readSorting('-name'), 'count')).toBe('count')
})
