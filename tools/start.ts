// Brings up the whole product: builds the browser's part when it is missing or older than its sources, then runs the
// server in this process.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, step } from './run.ts'

const newest = (patterns: string[]): number =>
  Math.max(0, ...globSync(patterns, { cwd: ROOT }).map((file) => statSync(join(ROOT, file)).mtimeMs))

const SOURCES = [
  'web/{src,public}/**/*.*',
  'web/index.html',
  'web/package.json',
  'plugins/webchat/widget/**/*.{ts,tsx,css,html}',
]
const BUILT = ['web/dist/index.html', 'plugins/webchat/dist/**/*.js', 'plugins/webchat/assets/recado.js']

if (newest(BUILT.slice(0, 1)) === 0 || newest(BUILT) < newest(SOURCES))
  await step('building the web app', 'npm', ['run', '--silent', 'build'])
await import('../core/src/main.ts')
