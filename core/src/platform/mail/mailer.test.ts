import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailer, htmlOf } from './mailer.ts'

/** A mail server that takes everything and keeps what it took. */
const taken: { from: string; to: string; data: string }[] = []
let server: Server
beforeAll(async () => {
  server = createServer((socket) => {
    let buffer = ''
    let isData = false
    let mail = { from: '', to: '', data: '' }
    const say = (line: string) => socket.write(`${line}\r\n`)
    const answer = (line: string): void => {
      if (/^EHLO/i.test(line)) say('250 loopback')
      else if (/^MAIL FROM:/i.test(line)) {
        mail = { from: line.slice(10), to: '', data: '' }
        say('250 ok')
      } else if (/^RCPT TO:/i.test(line)) {
        mail.to = line.slice(8)
        say('250 ok')
      } else if (/^DATA/i.test(line)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else say('250 ok')
    }
    socket.on('data', (chunk) => {
      buffer += chunk.toString()
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (!isData) answer(line)
        else if (line === '.') {
          isData = false
          taken.push(mail)
          say('250 taken')
        } else mail.data += `${line}\n`
      }
    })
    say('220 loopback')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const log = () => {
  const lines: object[] = []
  return { lines, info: (fields: object) => void lines.push(fields) }
}

describe('mailer', () => {
  it('sends text and HTML through the mail server, with a subject of one line', async () => {
    const { port } = server.address() as AddressInfo
    const mailUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`
    const mailer = createMailer({ mailUrl, mailFrom: 'Recado <no-reply@recado.test>', isProduction: true }, log())
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
