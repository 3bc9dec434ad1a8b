import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CSV_BEGIN, csvLine } from './csv.ts'

const read = (text: string): string[][] => parse(text, { delimiter: ';', bom: true, relax_column_count: true })

describe('lines of a table', () => {
  it('are never formulas, whatever a cell begins with', () => {
    const evil = ['=1+1', '+55', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x']
    const [cells = []] = read(CSV_BEGIN + csvLine(evil))
    expect(cells).toEqual(evil.map((text) => `'${text}`))
  })

  it('come back as they were written', () => {
    const cells = ['Ana "a boa"; Souza', 'duas\r\nlinhas', "d'Ávila", '', ' espaço ', '5511988887777', '🙂', 'a,b']
    expect(read(csvLine(cells))).toEqual([cells])
    expect(csvLine([1, null, 'x'])).toBe('1;;x\r\n')
  })
})
