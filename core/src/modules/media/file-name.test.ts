import { describe, expect, it } from 'vitest'
import { cleanFileName, contentDisposition } from './file-name.ts'

describe('the name of a file', () => {
  it.each([
    ['relatório final.pdf', 'relatório final.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\rita\\foto.png', 'foto.png'],
    ['..', null],
    ['.htaccess', 'htaccess'],
    ['', null],
    ['   ', null],
    [undefined, null],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u200b.htaccess', 'htaccess'],
    ['a\u0000.png', 'a.png'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['cafe\u0301.txt', 'café.txt'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept)
  })

  it('is cut without losing its ending or half a character', () => {
    const long = cleanFileName(`${'é😀'.repeat(2000)}.pdf`) ?? ''
    expect(long.length).toBeLessThanOrEqual(255)
    expect(long.endsWith('.pdf')).toBe(true)
    expect(long.isWellFormed()).toBe(true)
  })

  it.each([
    ['a.png', 'inline; filename="a.png"'],
    ['não é.pdf', `attachment; filename="nao e.pdf"; filename*=UTF-8''n%C3%A3o%20%C3%A9.pdf`],
    [
      `a"b\\c%20'(1)*.txt`,
      `attachment; filename="a_b_c_20'(1)*.txt"; filename*=UTF-8''a%22b%5Cc%2520%27%281%29%2A.txt`,
    ],
    ['日本.txt', `attachment; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`],
  ])('%j is told to the browser in ASCII and in full', (name, header) => {
    expect(contentDisposition(header.startsWith('inline') ? 'inline' : 'attachment', name)).toBe(header)
  })
})
