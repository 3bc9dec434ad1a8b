import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../errors/catalogue.ts'
import { LOCALES, preferredLocale, refusalText, translate } from './index.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../../../..')
/** Only what is said to somebody as usted: forms that also speak of others (“puede”, “su”, “cierre”) are not here. */
const FORMAL = [
  /(?<!\p{L})usted(?:es)?(?!\p{L})/iu,
  new RegExp(
    `(?:": "|[.!?:;\\]] |“|, | e | y )(?:${[
      'abra|actualice|agregue|ajuste|apague|atienda|autorice|avise|añada|busque|cambie|complete|compruebe|conecte',
      'configure|confirme|consulte|contacte|copie|cree|deje|descargue|deshaga|desvincule|divida|elija|elimine|envíe',
      'escanee|escriba|espere|filtre|guarde|hable|haga|indique|informe|ingrese|inicie|intente|lea|pegue|permita|pida',
      'pruebe|pulse|reenvíe|registre|reinicie|reintente|renueve|revise|seleccione|sincronice|suba|toque|verifique',
      'vincule|vuelva',
    ].join('|')})(?!\\p{L})`,
    'iu',
  ),
  /(?:búsque|cámbie|conécte|cópie|corríja|crée|déje|envíe|guárde|impórte|inténte|pégue|regístre|revíse|verifíque|ábra)l[oa]s?(?!\p{L})/iu,
  /(?:": "|[.!?] )Su (?:contraseña|cuenta|plan|sesión)(?!\p{L})/u,
]

const texts: Record<string, Record<string, string>> = { pt, en, es }
const parts = (text: string) => ({
  params: [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
  optional: [...text.matchAll(/\[[^\]]*\{(\w+)\}[^\]]*\]/g)].map((match) => match[1]).sort(),
})

describe('locales', () => {
  it.each(LOCALES)('%s has a text for every error code', (locale) => {
    const missing = Object.keys(ERRORS).filter((code) => !texts[locale]?.[code]?.trim())
    expect(missing).toEqual([])
  })

  it.each(['en', 'es'])('%s has the keys and placeholders of pt', (locale) => {
    expect(Object.keys(texts[locale] ?? {})).toEqual(Object.keys(pt))
    for (const [key, text] of Object.entries(pt)) expect(parts(texts[locale]?.[key] ?? ''), key).toEqual(parts(text))
  })

  it('speaks Spanish to one person as tú, in every part of the product', () => {
    const files = globSync('{core,libs,plugins,sdk,web}/**/locales/es.json', {
      cwd: ROOT,
      exclude: (name) => name === 'node_modules',
    })
    expect(files.length).toBeGreaterThan(40)
    const formal = files.flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
      return lines.filter((line) => FORMAL.some((form) => form.test(line))).map((line) => `${file}: ${line.trim()}`)
    })
    expect(formal).toEqual([])
  })

  it('keeps the texts that the specification gives', () => {
    expect(pt.ERR_USER_LIMIT_USER_CREATION).toBe('Limite de usuário atingido.')
    expect(pt.ERR_PLAN_EXPIRED).toBe('Seu plano está vencido. Por favor, renove seu plano.')
    expect(pt.ERR_NO_PERMISSION).toBe('Acesso não autorizado')
    expect(pt.ERR_LOGIN_REQUIRED).toBe('Necessário realizar login')
  })
})

describe('translate', () => {
  it('fills parameters, and drops optional parts whose parameter is absent', () => {
    expect(translate('en', 'ERR_RATE_LIMITED', { seconds: 30 })).toContain('Wait 30 seconds and')
    expect(translate('en', 'ERR_RATE_LIMITED')).toContain('Wait and')
    expect(translate('en', 'ERR_VALIDATION', { field: '' })).not.toContain('Field')
    expect(translate('pt', 'conflict.assignedUser', { userName: 'Ana' })).toContain('com Ana.')
  })

  it('does not expand what a value contains, nor inherited names', () => {
    expect(translate('pt', 'conflict.assignedUser', { userName: '{id} [x]' })).toContain('com {id} [x].')
    expect(translate('pt', 'conflict.assignedUser', {})).not.toContain('function')
  })
})

it.each([
  [{ field: 'name', rule: 'required' }, 'Este campo é obrigatório.'],
  [{ field: 'key', rule: 'minLength', limit: 1 }, 'Este campo é obrigatório.'],
  [{ field: 'count', rule: 'minimum', limit: 1 }, 'O menor valor é 1.'],
  [{ field: 'name', rule: 'maxLength', limit: 50 }, 'Use no máximo 50 caracteres.'],
  [{ field: 'user.email', rule: 'pattern' }, 'E-mail inválido.'],
  [{ field: 'limitDate', rule: 'format' }, 'Data inválida!'],
  [{ field: 'color', rule: 'pattern' }, 'Campo: color.'],
  [{ field: 'status', rule: 'constructor' }, 'Campo: status.'],
])('of %o is said what is wrong', (params, end) => {
  const text = refusalText('pt', 'ERR_VALIDATION', { in: 'body', ...params })
  expect([text.includes(`Campo: ${params.field}.`), text.endsWith(end)]).toEqual([true, true])
})

describe('preferredLocale', () => {
  it.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['de-DE,de;q=0.9', 'pt'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en'],
    ['fr, es-419;q=0.7, en;q=0.3', 'es'],
    ['en;q=0, es;q=0.1', 'es'],
    ['pt-BR', 'pt'],
    [',;q=9,en;q=x', 'en'],
  ])('%s → %s', (header, expected) => expect(preferredLocale(header)).toBe(expected))
})
