import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments, UsageError } from './arguments.ts'
import { createPlugin } from './create-plugin.ts'

// npm runs scripts in the root; INIT_CWD is where the person stands.
const cwd = process.env.INIT_CWD ?? process.cwd()
const plugins = fileURLToPath(new URL('../../../plugins', import.meta.url))

try {
  const wish = readArguments(process.argv.slice(2), { cwd, plugins })
  const files = await createPlugin(wish)
  const folder = relative(cwd, wish.folder) || '.'
  process.stdout.write(`${files.map((file) => `  ${folder}/${file}`).join('\n')}

The plugin ${wish.name} is in ${folder}. Now:
  npm install                 links it
  npx vitest run ${folder}    proves it against the contract
Its README says how to go on; sdk/docs explains the contract.
`)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
