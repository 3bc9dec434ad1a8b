import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { seesPhones } from '../contacts/index.ts'
import { contactTasksContract } from './contract.ts'
import { lineOf } from './line.ts'
import { fitsFile, suggestMapping } from './mapping.ts'
import { isAsMade, type Person, planOf, takeBack } from './plan.ts'
import { readCsv, separatorOf } from './reading.ts'

const read = async (bytes: Buffer | string, size = 7) => {
  const whole = Buffer.from(bytes)
  const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
    whole.subarray(n * size, (n + 1) * size),
  )
  const lines = []
  for await (const line of readCsv(Readable.from(parts))) lines.push(line)
  return lines
}

describe('a CSV file', () => {
  it('is read in the encodings and with the separators of spreadsheets, however it arrives', async () => {
    const rows = [
      ['Nome', 'Numero'],
      ['José', '11'],
    ]
    for (const separator of [';', ',', '\t']) {
      const text = rows.map((row) => row.join(separator)).join('\r\n')
      for (const bytes of [text, `\ufeff${text}`, Buffer.from(text, 'latin1')])
        expect((await read(bytes)).map(({ cells }) => cells)).toEqual(rows)
    }
  })

  it('counts lines as people do, past empty lines and line breaks within a cell', async () => {
    expect(await read('Nome;Numero\n\n"A ""b""\nc";12\n;\nx;13\n')).toEqual([
      { line: 1, cells: ['Nome', 'Numero'] },
      { line: 4, cells: ['A "b"\nc', '12'] },
      { line: 6, cells: ['x', '13'] },
    ])
  })

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004rest')],
    ['UTF-16', Buffer.from('\ufeffNome;Numero\n', 'utf16le')],
    ['a line without end', Buffer.from(`Nome;Numero\n"${'x'.repeat(100_000)}`)],
  ])('is refused when it is %s', async (_what, bytes) => {
    await expect(read(bytes, 1000)).rejects.toMatchObject({ code: 'ERR_IMPORT_FILE' })
  })

  it('has the separator that its first line has most of, outside quotes', () => {
    expect(separatorOf('"a;b;c;d",e\nx;y;z')).toBe(',')
    expect(separatorOf('Nome')).toBe(';')
  })
})

describe('columns', () => {
  it('are known by their names, and what is left becomes facts', () => {
    expect(suggestMapping(['E-mail', 'NÚMERO', ' Nome ', 'CPF', 'Etiquetas', 'ID', 'CPF'])).toEqual({
      name: 2,
      number: 1,
      email: 0,
      tags: 4,
      extra: [{ column: 3, name: 'CPF' }],
    })
  })

  it('are used once, exist, and one has the number', () => {
    const mapping = { name: 0, number: 1, email: null, tags: null, extra: [] }
    expect(fitsFile(mapping, 2)).toBe(true)
    expect(fitsFile(mapping, 1)).toBe(false)
    expect(fitsFile({ ...mapping, number: null }, 2)).toBe(false)
    expect(fitsFile({ ...mapping, email: 0 }, 2)).toBe(false)
    expect(fitsFile({ ...mapping, extra: [{ column: 1, name: 'x' }] }, 2)).toBe(false)
  })
})

describe('a line', () => {
  const mapping = { name: 0, number: 1, email: 2, tags: 3, extra: [{ column: 4, name: 'CPF' }] }

  it('says who, however the cells are dressed', () => {
    expect(lineOf(["'=Ana", "'+55 (11) 98765-4321", 'a@b.co', 'VIP, Sul|VIP', '1'], mapping)).toEqual({
      number: '5511987654321',
      name: '=Ana',
      email: 'a@b.co',
      tags: ['VIP', 'Sul'],
      extra: { CPF: '1' },
    })
    expect(lineOf(['', '11987654321'], mapping)).toMatchObject({ name: null, email: null, tags: [], extra: {} })
  })

  it('is wrong without a number, with half an e-mail or an endless name', () => {
    expect(lineOf(['Ana', 'abc'], mapping)).toBe('ERR_WAPP_INVALID_CONTACT')
    expect(lineOf(['Ana', '11987654321', 'a@'], mapping)).toBe('ERR_IMPORT_EMAIL')
    expect(lineOf(['x'.repeat(256), '11987654321'], mapping)).toBe('ERR_IMPORT_NAME')
  })
})

describe('a plan', () => {
  const ana: Person = { name: 'Ana', number: '5511', email: null, tags: [1, 3], wallets: [7], extra: { CPF: '1' } }
  const wanted = { number: '5511', name: null, email: null, tags: [], wallets: [], extra: {} }

  it('changes only what the line brings', () => {
    expect(planOf(ana, wanted, true)).toMatchObject({ action: 'unchanged' })
    expect(planOf(ana, { ...wanted, name: 'Ana', tags: [3], extra: { CPF: '1' } }, false)).toMatchObject({
      action: 'unchanged',
    })
    expect(planOf(ana, { ...wanted, name: 'Ana S.', tags: [2], extra: { CPF: '2', RG: '9' } }, false)).toEqual({
      action: 'changed',
      before: { name: 'Ana', tags: [1, 3], extra: { CPF: '1', RG: null } },
      after: { name: 'Ana S.', tags: [1, 2, 3], extra: { CPF: '2', RG: '9' } },
    })
    expect(planOf(ana, { ...wanted, tags: [2] }, true).after).toEqual({ tags: [2] })
  })

  it('makes somebody new, who goes by the number without a name', () => {
    const { action, after } = planOf(null, { ...wanted, tags: [2, 1] }, false)
    expect(action).toBe('new')
    expect(after).toMatchObject({ name: '5511', tags: [1, 2] })
    expect(isAsMade({ ...ana, name: '5511', tags: [1, 2], wallets: [], extra: {} }, after ?? {})).toBe(true)
    expect(isAsMade(ana, after ?? {})).toBe(false)
  })

  it('is taken back field by field, and what somebody changed since stays', () => {
    const plan = planOf(ana, { ...wanted, name: 'Outra', tags: [2], extra: { CPF: '2', RG: '9' } }, false)
    const changed: Person = { ...ana, name: 'Outra', tags: [1, 2, 3], extra: { CPF: '2', RG: '9' } }
    expect(takeBack(changed, plan.before ?? {}, plan.after ?? {})).toEqual({
      facts: { name: 'Ana', tags: [1, 3], extra: { CPF: '1', RG: null } },
      isWhole: true,
    })
    const since: Person = { ...changed, name: 'Ana Maria', extra: { CPF: '3', RG: '9' } }
    expect(takeBack(since, plan.before ?? {}, plan.after ?? {})).toEqual({
      facts: { tags: [1, 3], extra: { RG: null } },
      isWhole: false,
    })
  })
})

it('what is told of imports and address books is for those alone from whom no number is hidden', () => {
  const profile = { supervisor: 'supervisor', admin: 'admin' } as const
  const rules = { hidePhoneNumbers: true, listOnlyWalletContacts: false, contactsPageOnlyAdmin: false }
  for (const { auth } of Object.values(contactTasksContract.routes)) {
    const least = auth === 'supervisor' || auth === 'admin' ? profile[auth] : 'user'
    expect(seesPhones({ userId: 1, profile: least }, rules)).toBe(true)
  }
})
