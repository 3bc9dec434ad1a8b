import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, step } from './run.ts'

/** What browsers get, with what it is made of. The web app carries contracts of the server and pieces of the SDK. */
const PARTS = [
  {
    name: 'web app',
    workspace: 'web',
    built: ['web/dist/index.html'],
    sources: [
      'web/{src,public}/**/*.*',
      'web/{index.html,package.json,vite.config.ts}',
      'core/src/modules/*/{contract,policy,schemas}*.ts',
      'core/src/platform/{http,errors,i18n}/*.ts',
      'sdk/src/**/*.ts',
    ],
  },
  {
    name: 'web chat',
    workspace: 'plugins/webchat',
    built: ['plugins/webchat/assets/{recado,frame}.js'],
    sources: ['plugins/webchat/widget/**/*.{ts,css}', 'plugins/webchat/package.json'],
  },
]

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const times = (patterns: string[]): number[] =>
  globSync(patterns, { cwd: ROOT })
    .filter((file) => !isTest(file))
    .map((file) => statSync(join(ROOT, file)).mtimeMs)

/** Builds the browser's parts that are missing or older than their sources. */
export async function buildWhenStale(): Promise<void> {
  for (const { name, workspace, built, sources } of PARTS) {
    const made = times(built)
    if (made.length === 0 || Math.min(...made) < Math.max(...times(sources)))
      await step(`building the ${name}`, 'npm', ['run', '--silent', 'build', '-w', workspace], {
        // tests set another one, and what is built for them would be the slow and large kind
        NODE_ENV: 'production',
      })
  }
}
