import { describe, expect, it } from 'vitest'
import { servedAs, typeOf } from './types.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const ZIP = Buffer.from('504b0304140000000800', 'hex')
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(80)])
const WEBM = Buffer.concat([Buffer.from('1a45dfa3934282847765626d', 'hex'), Buffer.alloc(40)])
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('the type of a file', () => {
  it.each([
    ['a picture, whatever it is called', PNG, 'text/html', 'image/png'],
    ['a program called a picture', EXE, 'image/png', 'application/x-msdownload'],
    ['text called a picture', Buffer.from('hello'), 'image/png', 'text/plain'],
    ['bytes called a picture', Buffer.from([1, 2, 3, 0]), 'image/png', 'application/octet-stream'],
    ['a page called a picture', Buffer.from('<script>alert(1)</script>'), 'image/jpeg', 'text/plain'],
    ['a vector drawing', Buffer.from('<?xml version="1.0"?><svg xmlns="a"/>'), 'image/png', 'application/xml'],
    ['a table in Latin-1', Buffer.from('nome;não\n', 'latin1'), 'text/csv; charset=latin1', 'text/csv'],
    ['text nobody named', Buffer.from('hello'), undefined, 'text/plain'],
    ['a page that says so', Buffer.from('<html>'), 'text/html', 'text/html'],
    ['an office document', ZIP, DOCX, DOCX],
    ['an archive called a picture', ZIP, 'image/png', 'application/zip'],
    ['a voice recorded by a browser', WEBM, 'audio/webm;codecs=opus', 'audio/webm; codecs=opus'],
    ['a video', WEBM, 'video/webm', 'video/webm'],
  ])('is read from its content: %s', async (_, head, declared, expected) => {
    expect(await typeOf(head, declared)).toBe(expected)
  })

  it('decides how it leaves: pictures, sound, film and PDF inline, nothing that could run', () => {
    for (const type of [
      'image/png',
      'image/webp',
      'audio/ogg; codecs=opus',
      'audio/webm; codecs=opus',
      'video/mp4',
      'application/pdf',
    ])
      expect(servedAs(type)).toEqual({ type, inline: true })
    for (const type of ['text/plain', 'text/csv', DOCX, 'image/heic'])
      expect(servedAs(type)).toEqual({ type, inline: false })
    const dangerous = ['text/html', 'image/svg+xml', 'application/xml', 'text/javascript', 'application/x-msdownload']
    for (const type of [...dangerous, 'application/xhtml+xml', 'application/x-sh', 'text/xml'])
      expect(servedAs(type)).toEqual({ type: 'application/octet-stream', inline: false })
  })
})
