// Drafts the next migration: what leads from the committed schema to the one in the work tree. Row-level security,
// composite foreign keys, partial indexes and functions are then added by hand.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import { ROOT } from './run.ts'

const name = process.argv[2]
const url = process.env.DATABASE_URL
if (!name || !/^[a-z0-9_]+$/.test(name) || !url) {
  console.error(
    'usage: DATABASE_URL=postgresql://… npm run db:draft -- what_it_does   (any database; it is not changed)',
  )
  process.exit(1)
}

const FOLDER = 'prisma/schema'
const files = readdirSync(join(ROOT, FOLDER)).map((file) => `${FOLDER}/${file}`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
const committed = git('ls-tree', '--name-only', 'HEAD', `${FOLDER}/`).trim().split('\n').filter(Boolean)
const from = committed.map((path) => ({ path, content: git('show', `HEAD:${path}`) }))
const to = files.map((path) => ({ path, content: readFileSync(join(ROOT, path), 'utf8') }))

const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }))
const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter)
const { stdout } = await engine.diff({
  from: { tag: 'schemaDatamodel', files: from },
  to: { tag: 'schemaDatamodel', files: to },
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
})

const last = readdirSync(join(ROOT, 'prisma/migrations'))
  .filter((entry) => /^\d{4}_/.test(entry))
  .sort()
  .at(-1)
const number = String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0')
const folder = `prisma/migrations/${number}_${name}`
mkdirSync(join(ROOT, folder))
writeFileSync(join(ROOT, folder, 'migration.sql'), stdout ?? '')
console.log(`drafted ${folder}/migration.sql`)
process.exit(0)
