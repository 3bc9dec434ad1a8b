import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namespaceOf } from './catalogues.ts'
import { LANGUAGES, pickLanguage } from './languages.ts'

const root = join(import.meta.dirname, '../..')
const folders = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name === 'locales')
  .map((entry) => join(entry.parentPath, entry.name))

type Texts = { [key: string]: string | Texts }

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

const read = (folder: string, language: string) =>
  new Map(flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Texts))

const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort()

describe.each(folders.map((folder) => [folder.replace(`${root}/`, ''), folder]))('%s', (_, folder) => {
  const pt = read(folder, 'pt')

  it('pt is complete', () => {
    const empty = [...pt].filter(([, text]) => text.trim() === '' || text === '…').map(([key]) => key)
    expect(empty).toEqual([])
  })

  it.each(LANGUAGES.filter((language) => language !== 'pt'))('%s has the same keys and the same holes', (language) => {
    const other = read(folder, language)
    expect([...other.keys()].sort()).toEqual([...pt.keys()].sort())
    for (const [key, text] of pt) expect(holes(other.get(key) ?? ''), key).toEqual(holes(text))
  })

  it('plural keys come in pairs', () => {
    for (const key of pt.keys()) {
      if (key.endsWith('_one')) expect(pt.has(key.replace(/_one$/, '_other')), key).toBe(true)
    }
  })
})

describe('names', () => {
  it('takes the namespace from the folder', () => {
    expect(namespaceOf('../../features/closing-reasons/locales/pt.json')).toBe('closingReasons')
    expect(namespaceOf('../../app/locales/pt.json')).toBe('common')
  })

  it('picks the first language that we speak, else Portuguese', () => {
    expect(pickLanguage([null, 'fr-FR', 'es-419', 'en'])).toBe('es')
    expect(pickLanguage(['pt-BR'])).toBe('pt')
    expect(pickLanguage(['de', 'fr'])).toBe('pt')
  })
})
