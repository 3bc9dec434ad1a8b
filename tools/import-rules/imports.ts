import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface Import {
  /** Path from the root of the file that imports. */
  from: string
  /** Path from the root for a file of ours, else the name of the package as written. */
  to: string
  isType: boolean
}

const SOURCES = [
  'sdk/**/*.{ts,tsx}',
  'core/**/*.ts',
  'plugins/**/*.{ts,tsx}',
  'libs/**/*.ts',
  'web/**/*.{ts,tsx}',
  'bench/**/*.ts',
]
const SKIPPED = /node_modules|\/dist\/|\/generated\/|\/templates\//

/** Every import of our sources, dynamic ones with a constant name included. */
export function readImports(root: string): Import[] {
  const own = workspacePackages(root)
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !SKIPPED.test(`/${file}`))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      const { module } = parseSync(file, code)
      const named = module.staticImports.map((entry) => ({
        name: entry.moduleRequest.value,
        isType: entry.entries.length > 0 && entry.entries.every((one) => one.isType),
      }))
      const reExported = module.staticExports.flatMap((entry) =>
        entry.entries.flatMap((one) =>
          one.moduleRequest ? [{ name: one.moduleRequest.value, isType: one.isType }] : [],
        ),
      )
      const dynamic = module.dynamicImports.flatMap((entry) => {
        const name = /^['"`]([^'"`$]+)['"`]$/.exec(code.slice(entry.moduleRequest.start, entry.moduleRequest.end))?.[1]
        return name ? [{ name, isType: false }] : []
      })
      return [...named, ...reExported, ...dynamic].map(({ name, isType }) => ({
        from: file,
        to: target(root, file, name, own),
        isType,
      }))
    })
}

function target(root: string, file: string, name: string, own: Map<string, string>): string {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name.split('?')[0] ?? name))
  for (const [packageName, folder] of own) {
    if (name === packageName) return `${folder}/index`
    if (name.startsWith(`${packageName}/`)) return `${folder}/${name.slice(packageName.length + 1)}`
  }
  return name
}

/** Names of the workspaces, with their folders. */
function workspacePackages(root: string): Map<string, string> {
  const folders = ['sdk', 'core', 'web', 'bench', ...globSync(['plugins/*', 'libs/*'], { cwd: root })]
  return new Map(
    folders
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => [JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name as string, folder]),
  )
}
