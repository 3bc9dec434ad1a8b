// The product with reload: the server starts again when its sources change, the browser's part is served by Vite, which
// passes everything else on to the server.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT, step } from './run.ts'

const env = {
  ...process.env,
  PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  RECADO_DEVELOPMENT_PLUGINS: 'true',
  RECADO_PLUGINS: process.env.RECADO_PLUGINS ?? '@recado/plugin-fake',
}
await step('building the widget', 'npm', ['run', '--silent', 'build', '-w', 'plugins/webchat'])

const children = [
  spawn('tsx', ['watch', '--clear-screen=false', 'core/src/main.ts'], { cwd: ROOT, stdio: 'inherit', env }),
  spawn('vite', ['--open'], { cwd: join(ROOT, 'web'), stdio: 'inherit', env }),
]
for (const child of children)
  child.once('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? 0
  })
