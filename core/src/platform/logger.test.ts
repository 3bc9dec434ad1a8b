import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

it('secrets and what drivers hang onto their errors reach no log', () => {
  let written = ''
  const out = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  })
  const log = createLogger({ level: 'info', name: 'test' }, out)
  const refused = Object.assign(new Error('connection refused'), { code: '28P01', client: { password: 'canary' } })
  log.info({ password: 'canary', body: { token: 'canary', email: 'ana@x.test' } }, 'signed in')
  log.warn({ request: { headers: { authorization: 'Bearer canary', cookie: 'canary' } } }, 'refused')
  log.error({ err: refused }, 'database lost')
  expect(written).not.toContain('canary')
  expect(written).toContain('ana@x.test')
  expect(
    written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { msg: 'signed in', password: '[redacted]', body: { token: '[redacted]' } },
    { msg: 'refused' },
    { msg: 'database lost', err: { message: 'connection refused', code: '28P01', stack: expect.any(String) } },
  ])
})
