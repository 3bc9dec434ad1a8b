import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/platform/errors/catalogue.ts'
import { type Locale, refusalText } from '../../src/platform/i18n/index.ts'
import { startApp, type TestApp } from '../app.ts'
import { makeRichCompany, type RichCompany } from '../rich-company.ts'
import { type Asked, ask, pathFor, type Route, routes } from '../routes.ts'
import { fieldsOf, RAW, spoilt, WHOLE, WRONG } from './bad-values.ts'

let app: TestApp
let rich: RichCompany
const tokens: Record<string, string> = {}
let requests = 0
beforeAll(async () => {
  // addresses of clients are what limits of public routes count, so each request may come from another one
  app = await startApp({ env: { RECADO_TRUST_PROXY: 'true' } })
  rich = await makeRichCompany(app)
}, 60_000)
afterAll(() => app.close())

/** Each person has their own limits: nobody asks so often that a limit hides what is looked for. */
const LOCALES: Locale[] = ['pt', 'en', 'es']

const tokenFor = async ({ name, spec }: Route): Promise<string> => {
  if (spec.auth === 'operator') return (await app.operator()).token
  tokens[name] ??= /^(auth|users)\./.test(name) ? (await rich.company.user('admin')).token : rich.admin.token
  return tokens[name]
}

const send = async (
  route: Route,
  options: { path?: string; json?: unknown; body?: string | FormData; headers?: Record<string, string> },
) => {
  const { spec } = route
  const number = ++requests
  const { headers = {}, path = pathFor(spec, rich.ids), ...content } = options
  const caller = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    'accept-language': 'en',
  }
  const token = spec.auth === 'public' ? undefined : await tokenFor(route)
  return ask(app.url, spec.method, path, {
    ...content,
    headers: { ...caller, ...headers },
    ...(token ? { token } : {}),
  })
}

const TRACES =
  /\bat (\w+\.)*\w+ \(|node_modules|node:internal|\.ts:\d|prisma|postgres|\bselect\b.*\bfrom\b|SQLSTATE|violates/i

/** A refusal of ours, in the language of whoever asked, that tells nothing about our insides. */
const proper = (answer: Asked, locales: Locale[]): string | null => {
  const { status, body, text } = answer
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status < 400) return null
  const { error = '', message = '', requestId, params } = body
  if (!(error in ERRORS)) return `${status} without a code of the catalogue: ${text.slice(0, 200)}`
  const code = error as keyof typeof ERRORS
  if (ERRORS[code] !== status) return `${code} with ${status}`
  const texts = locales.map((locale) => refusalText(locale, code, (params ?? {}) as Record<string, string>))
  if (!texts.includes(message)) return `${code} says "${message}"`
  if (typeof requestId !== 'string' || TRACES.test(text)) return `tells too much: ${text.slice(0, 200)}`
  return null
}

/** Signed-in people are answered in their own language; others, and whoever is refused before the token is read, in their browser's. */
const languageOf = ({ spec }: Route): Locale[] => (spec.auth === 'public' ? ['en'] : ['pt', 'en'])

const check = async (route: Route, what: string, options: Parameters<typeof send>[1], mustRefuse = false) => {
  const answer = await send(route, options)
  const wrong = proper(answer, languageOf(route))
  if (wrong) return [`${what} → ${wrong}`]
  return mustRefuse && answer.status < 400 ? [`${what} → taken with ${answer.status}`] : []
}

const ENDS = /^(auth\.logout|auth\.endOtherSessions|auth\.endSession|.*\.remove|operator\.setStatus)$/
const named = (list: Route[]) => list.map((route) => [route.name, route] as const)
const withBody = routes.filter(({ spec, name }) => spec.body && !ENDS.test(name))

describe('a body', () => {
  it.each(named(withBody))(
    'of %s with one wrong field',
    async (_name, route) => {
      const found: string[] = []
      if (!route.spec.body) return
      for (const [what, json] of spoilt(route.spec.body)) found.push(...(await check(route, what, { json })))
      expect(found).toEqual([])
    },
    60_000,
  )

  it.each(named(withBody))('of %s that is none', async (_name, route) => {
    const found: string[] = []
    const isEmptyFine = !(route.spec.body as { required?: string[] }).required?.length
    for (const [what, json] of Object.entries(WHOLE)) found.push(...(await check(route, what, { json })))
    for (const [what, body] of Object.entries(RAW)) {
      const headers = { 'content-type': 'application/json' }
      found.push(...(await check(route, what, { body, headers }, /^(broken|two|not) /.test(what))))
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'x',
      'application/json; charset=utf-7',
    ]) {
      const mustRefuse = !isEmptyFine || type === 'text/plain'
      found.push(...(await check(route, type, { body: '{"a":1', headers: { 'content-type': type } }, mustRefuse)))
    }
    expect(found).toEqual([])
  })

  it.each(named(withBody))('of %s that is too large', async (_name, route) => {
    const json = { body: 'x'.repeat((route.spec.maxBody ?? 256 * 1024) + 1) }
    const answer = await send(route, { json })
    expect(answer).toMatchObject({ status: 413, body: { error: 'ERR_BODY_TOO_LARGE' } })
    expect(proper(answer, languageOf(route))).toBeNull()
  })
})

describe('a form', () => {
  const forms = named(routes.filter(({ spec }) => spec.multipart))
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

  it.each(forms)('of %s that is broken', async (_name, route) => {
    const bodies: Record<string, string> = {
      nothing: '',
      'no end': part('body', 'x'),
      'no parts': '--b--\r\n',
      'no name': '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
      'no headers': '--b\r\n\r\nx\r\n--b--\r\n',
      'another boundary': '--c\r\n\r\n\r\n--c--\r\n',
      'cut off in a file': part('medias', 'x', '; filename="a.txt"').slice(0, -4),
      prototype: `${part('__proto__', 'x')}${part('constructor', 'x')}--b--\r\n`,
      NUL: `${part('body', 'a\u0000b')}--b--\r\n`,
      'file without a name': `${part('medias', 'x', '; filename=""')}--b--\r\n`,
      'name of a file with a path': `${part('file', 'x', '; filename="../../\u0000etc/passwd\u202e"')}--b--\r\n`,
      'wrong fields': `${part('id', '1')}${part('mediaIds', 'x')}${part('quotedMsgId', 'x')}--b--\r\n`,
      'many fields': `${Array.from({ length: 300 }, (_, index) => part(`f${index}`, 'x')).join('')}--b--\r\n`,
      'huge field': `${part('body', 'x'.repeat(300_000))}--b--\r\n`,
      'many files': `${Array.from({ length: 40 }, () => part('medias', 'x', '; filename="a.txt"')).join('')}--b--\r\n`,
    }
    const found: string[] = []
    for (const [what, body] of Object.entries(bodies))
      found.push(...(await check(route, what, { body, headers: type })))
    for (const header of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=b'])
      found.push(
        ...(await check(route, header, { body: part('body', 'x'), headers: { 'content-type': header } }, true)),
      )
    expect(found).toEqual([])
  })
})

describe('an address', () => {
  const odd = [
    '0',
    '-1',
    '1.5',
    '99999999999',
    '1e3',
    'x',
    '%00',
    '%ff',
    '%u0000',
    '..%2f..',
    '%',
    'null',
    '1%20or%201=1',
    'á'.repeat(300),
    '[object Object]',
    '__proto__',
  ]
  const withParams = routes.filter(({ spec, name }) => spec.path.includes('{') && name !== 'media.file')

  it.each(named(withParams))('of %s with something else than an id', async (_name, route) => {
    const found: string[] = []
    for (const value of odd) {
      const path = route.spec.path.replaceAll(/\{\w+\}/g, value)
      found.push(...(await check(route, value.slice(0, 30), { path, json: {} })))
    }
    expect(found).toEqual([])
  })

  it.each(named(routes.filter(({ spec }) => spec.query)))('of %s with a wrong query', async (_name, route) => {
    const found: string[] = []
    const path = pathFor(route.spec, rich.ids)
    for (const field of fieldsOf(route.spec.query)) {
      for (const value of [
        ...Object.values(WRONG).filter((value) => typeof value !== 'object'),
        '%ff',
        '%u0000',
        '1&',
        'true&a[b][c]=1',
      ])
        for (const name of [field, `${field}[]`, `${field}[a]`]) {
          const text =
            typeof value === 'string' && value.startsWith('%')
              ? value
              : encodeURIComponent(String(value).toWellFormed().slice(0, 1000))
          found.push(...(await check(route, `${name}=${text.slice(0, 30)}`, { path: `${path}?${name}=${text}` })))
        }
    }
    expect(found).toEqual([])
  })

  it('that nothing answers, and a method that it does not', async () => {
    for (const locale of LOCALES) {
      const headers = { 'accept-language': locale }
      for (const path of [
        '/nada',
        '/tickets/1/nada',
        '/users%00',
        '/%',
        '/%ff',
        `/${'a'.repeat(5000)}`,
        '/files',
        '/__proto__',
      ])
        expect(proper(await ask(app.url, 'GET', path, { headers }), [locale]), path).toBeNull()
      for (const { spec } of routes) {
        const answer = await ask(app.url, 'PATCH', pathFor(spec, rich.ids), { headers })
        expect([answer.status, answer.body.error]).toEqual([405, 'ERR_METHOD_NOT_ALLOWED'])
        expect(proper(answer, [locale])).toBeNull()
      }
    }
  })
})

describe('what is no request', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((done, failed) => {
      const { hostname, port } = new URL(app.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.once('end', () => done(answer))
      socket.once('error', failed)
    })

  it.each([
    ['is not HTTP', 'olá\r\n\r\n', 'ERR_VALIDATION'],
    [
      'has a length that is none',
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      'ERR_VALIDATION',
    ],
    ['has endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'ERR_BODY_TOO_LARGE'],
  ] as const)('because it %s', async (_what, text, code) => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${ERRORS[code]} `))
    expect(JSON.parse(body)).toMatchObject({ error: code, message: refusalText('pt', code) })
  })
})

describe('the language', () => {
  it('is the browser’s for strangers, and the person’s own for those who are known', async () => {
    for (const locale of LOCALES) {
      const stranger = await ask(app.url, 'GET', '/tickets', { headers: { 'accept-language': locale } })
      expect(proper(stranger, [locale])).toBeNull()
      const person = await rich.company.user('user', { locale })
      const refused = await ask(app.url, 'GET', '/users/x', {
        token: person.token,
        headers: { 'accept-language': 'en' },
      })
      expect(refused.status).toBe(400)
      expect(proper(refused, [locale])).toBeNull()
    }
  })

  it('is checked on refusals enough', () => expect(requests).toBeGreaterThan(5000))
})
