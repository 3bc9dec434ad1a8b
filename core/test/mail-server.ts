import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface TakenMail {
  from: string
  to: string
  data: string
}

/** A mail server that takes everything and keeps what it took. */
export async function startMailServer() {
  const taken: TakenMail[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    let buffer = ''
    let isData = false
    let mail: TakenMail = { from: '', to: '', data: '' }
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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    taken,
    /** For `RECADO_MAIL_URL`. */
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}
