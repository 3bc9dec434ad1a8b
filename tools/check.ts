// Everything that can be said about the code without running it.
import { step } from './run.ts'

await step('types', 'tsc', ['-p', 'tsconfig.json'])
await step('types of the browser', 'tsc', ['-p', 'web'])
await step('types of the widget', 'tsc', ['-p', 'plugins/webchat/widget'])
await step('lint and format', 'biome', ['ci', '.'])
await step('import directions', 'node', ['tools/import-rules/main.ts'])
await step('dead code and unused dependencies', 'knip', [])
