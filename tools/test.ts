// All tests, with everything that they need. Those that start whole programs and browsers run one file at a time.
import { step } from './run.ts'

await step('check', 'node', ['tools/check.ts'])
await step('build', 'npm', ['run', '--silent', 'build'])
await step('tests', 'vitest', ['run', '--maxWorkers', '100%', '--project', '!e2e', '--exclude', 'core/test/faults/**'])
await step('faults', 'vitest', ['run', '--project', 'core', '--no-file-parallelism', 'core/test/faults'])
await step('journeys', 'vitest', ['run', '--project', 'e2e', '--no-file-parallelism'])
