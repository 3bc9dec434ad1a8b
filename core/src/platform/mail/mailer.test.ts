import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { createMailer, htmlOf } from './mailer.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())

const log = () => {
  const lines: object[] = []
  return { lines, info: (fields: object) => void lines.push(fields) }
}

describe('mailer', () => {
  it('sends text and HTML through the mail server, with a subject of one line', async () => {
    const { url, taken } = server
    const mailer = createMailer({ mailUrl: url, mailFrom: 'Recado <no-reply@recado.test>', isProduction: true }, log())
    await mailer.send({ to: 'ana@recado.test', subject: 'Hello\r\nBcc: eve@evil.test', text: 'One\n\n<b>two</b>' })
    mailer.close()
    expect(mailer.mode).toBe('smtp')
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({ from: '<no-reply@recado.test>', to: '<ana@recado.test>' })
    expect(taken[0]?.data).toMatch(/^Subject: Hello Bcc: eve@evil\.test$/m)
    expect(taken[0]?.data).toContain('&lt;b&gt;two&lt;/b&gt;')
  })

  it('writes to the log in development, and nowhere in production, when nothing is set up', async () => {
    const mail = { to: 'ana@recado.test', subject: 'S', text: 'T' }
    const [development, production] = [log(), log()]
    const none = { mailUrl: undefined, mailFrom: undefined }
    const writer = createMailer({ ...none, isProduction: false }, development)
    const dropper = createMailer({ ...none, isProduction: true }, production)
    await writer.send(mail)
    await dropper.send(mail)
    expect([writer.mode, development.lines]).toEqual(['log', [mail]])
    expect([dropper.mode, production.lines]).toEqual(['off', []])
  })

  it('takes nothing in a text for markup', () =>
    expect(htmlOf('a & b\nc\n\n"<script>')).toBe('<p>a &amp; b<br>c</p>\n<p>&quot;&lt;script&gt;</p>'))
})
