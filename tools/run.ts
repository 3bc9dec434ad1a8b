import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs one of the installed programs with its output on ours; ends the whole run where it fails. */
export async function step(
  name: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const started = Date.now()
  console.log(`\n▸ ${name}`)
  const code = await new Promise<number | null>((done, failed) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env, PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
      shell: process.platform === 'win32',
    })
    child.once('error', failed)
    child.once('exit', done)
  })
  console.log(`  ${code === 0 ? 'done' : `failed (${code})`} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (code !== 0) process.exit(code ?? 1)
}
