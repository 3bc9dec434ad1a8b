import { ROOT } from '../run.ts'
import { readImports } from './imports.ts'
import { rings, violations } from './rules.ts'

const imports = readImports(ROOT)
const problems = [...violations(imports), ...rings(imports).map((ring) => `ring of modules: ${ring}`)]
for (const problem of problems) console.error(problem)
console.log(`  ${imports.length} imports read, ${problems.length} against the rules`)
process.exitCode = problems.length > 0 ? 1 : 0
