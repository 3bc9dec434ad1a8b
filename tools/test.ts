// All tests, with everything that they need.
import { step } from './run.ts'

await step('check', 'node', ['tools/check.ts'])
await step('build', 'npm', ['run', '--silent', 'build'])
await step('tests', 'vitest', ['run'])
