import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findBundle, OWN_MODULES } from './library-bundle.ts'
import { ROOT, step } from './run.ts'

/** Files, or those in a folder and below it. */
interface Sources {
  in: string
  only?: RegExp
}

/** What browsers get, with what it is made of. The web app carries contracts of the server and pieces of the SDK. */
const PARTS: { name: string; workspace: string; built: string[]; sources: Sources[] }[] = [
  {
    name: 'web app',
    workspace: 'web',
    built: ['web/dist/index.html'],
    sources: [
      { in: 'web/src' },
      { in: 'web/public' },
      { in: 'web/index.html' },
      { in: 'web/package.json' },
      { in: 'web/vite.config.ts' },
      { in: 'core/src/modules', only: /^[^/]+\/(contract|policy|schemas)[^/]*\.ts$/ },
      { in: 'core/src/platform', only: /^(http|errors|i18n)\/[^/]+\.ts$/ },
      { in: 'sdk/src', only: /\.ts$/ },
    ],
  },
  {
    name: 'web chat',
    workspace: 'plugins/webchat',
    built: ['plugins/webchat/assets/recado.js', 'plugins/webchat/assets/frame.js'],
    sources: [{ in: 'plugins/webchat/widget', only: /\.(ts|css)$/ }, { in: 'plugins/webchat/package.json' }],
  },
]

const isFile = (path: string): boolean => /\.\w+$/.test(path)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const timeOf = (path: string): number => statSync(join(ROOT, path)).mtimeMs

/** Asked at every start: reading folders and names takes a quarter of what patterns would. */
function timesOf({ in: path, only }: Sources): number[] {
  if (isFile(path)) return existsSync(join(ROOT, path)) ? [timeOf(path)] : []
  if (!existsSync(join(ROOT, path))) return []
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isFile(file) && !isTest(file) && (only?.test(file) ?? true))
    .map((file) => timeOf(`${path}/${file}`))
}

/** Builds the browser's parts that are missing or older than their sources, and the bundle of a library for the server. */
export async function buildWhenStale(): Promise<void> {
  for (const { name, workspace, built, sources } of PARTS) {
    const made = built.flatMap((path) => timesOf({ in: path }))
    if (made.length < built.length || Math.min(...made) < Math.max(...sources.flatMap(timesOf)))
      await step(`building the ${name}`, 'npm', ['run', '--silent', 'build', '-w', workspace], {
        // tests set another one, and what is built for them would be the slow and large kind
        NODE_ENV: 'production',
      })
  }
  bundleLibrary()
}

/** It makes starts faster and no more: where the bundler was pruned or nothing can be written, they go without. */
function bundleLibrary(): void {
  const library = findBundle(OWN_MODULES)
  if (!library || existsSync(library.folder) || !existsSync(new URL('rolldown/', OWN_MODULES))) return
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/bundle-library.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
}
