import type { Language } from './languages.ts'

type Texts = Record<string, unknown>

/** Every `<somewhere>/<namespace>/locales/<language>.json`, each a chunk of its own. */
const files = import.meta.glob<Texts>('../../**/locales/*.json', { import: 'default' })

/** `../../features/closing-reasons/locales/pt.json` → `closingReasons`; the shell's own texts are `common`. */
export function namespaceOf(path: string): string {
  const folder = path.split('/').at(-3) ?? ''
  return folder === 'app' ? 'common' : folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [
    `${path.split('/').at(-1)?.replace('.json', '')}/${namespaceOf(path)}`,
    load,
  ]),
)

/** Texts of one namespace in one language. */
export async function loadTexts(language: Language, namespace: string): Promise<Texts> {
  const load = loaders.get(`${language}/${namespace}`)
  if (!load) throw new Error(`no texts ${language}/${namespace}`)
  return load()
}
