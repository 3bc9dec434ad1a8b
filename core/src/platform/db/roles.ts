import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { DatabaseUrls } from './database.ts'

/**
 * The two roles that the program works under. `app` is bound by row-level security; `system` passes it and is for an
 * allow-list of importers. Their passwords follow from the installation's key, so that nothing has to be kept.
 */
export interface RoleNames {
  app: string
  system: string
}

/** Roles belong to the whole server, so they carry the name of the database. */
export const roleNames = (ownerUrl: string, prefix?: string): RoleNames => {
  const name = prefix ?? decodeURIComponent(new URL(ownerUrl).pathname.slice(1) || 'recado')
  return { app: `${name}_app`, system: `${name}_system` }
}

const passwordOf = (secretKey: string, role: string): string =>
  createHmac('sha256', Buffer.from(secretKey, 'base64')).update(`database role ${role}`).digest('base64url')

export function roleUrls(ownerUrl: string, roles: RoleNames, secretKey: string): DatabaseUrls {
  const as = (role: string) => {
    const url = new URL(ownerUrl)
    url.username = role
    url.password = passwordOf(secretKey, role)
    return url.toString()
  }
  return { owner: ownerUrl, app: as(roles.app), system: as(roles.system) }
}

export async function ensureRoles(owner: pg.ClientBase, roles: RoleNames, secretKey: string): Promise<void> {
  for (const [role, options] of [
    [roles.app, 'login nobypassrls nosuperuser'],
    [roles.system, 'login bypassrls nosuperuser'],
  ] as const) {
    const name = pg.escapeIdentifier(role)
    const known = await owner.query('select 1 from pg_roles where rolname = $1', [role])
    const password = pg.escapeLiteral(passwordOf(secretKey, role))
    await owner.query(`${known.rowCount ? 'alter' : 'create'} role ${name} ${options} password ${password}`)
  }
}

/** Tables that belong to no company: what the app role may do there; everything else it may not touch. */
const APP_ON_GLOBAL: Record<string, string> = {
  tenant: 'select, update',
  plan: 'select',
  login_email: 'select, insert, delete',
  plugin_install: 'select',
  hook_route: 'select, insert, update, delete',
  lease: 'select',
  node: '',
  rate_bucket: '',
  event_position: '',
  _prisma_migrations: '',
}
/** What happened is not rewritten. */
const APPEND_ONLY = ['audit_log', 'domain_event']

/** Run after every migration, so that a new table is never without its grants. */
export async function grantRoles(owner: pg.ClientBase, roles: RoleNames): Promise<void> {
  const app = pg.escapeIdentifier(roles.app)
  const system = pg.escapeIdentifier(roles.system)
  const tables = await owner.query<{ name: string }>(
    `select tablename "name" from pg_tables where schemaname = 'public' order by 1`,
  )
  // a view that reads as its owner would pass by row-level security
  const views = await owner.query<{ name: string }>(
    `select relname "name" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
        and reloptions @> '{security_invoker=true}' order by 1`,
  )
  const statements = [
    `grant usage on schema public to ${app}, ${system}`,
    `grant usage, select on all sequences in schema public to ${app}`,
    `grant usage, select, update on all sequences in schema public to ${system}`,
    `grant execute on all functions in schema public to ${app}, ${system}`,
    `create schema if not exists pgboss`,
    `grant usage, create on schema pgboss to ${system}`,
    `grant usage on schema pgboss to ${app}`,
  ]
  for (const { name } of tables.rows) {
    const table = pg.escapeIdentifier(name)
    const rights =
      APP_ON_GLOBAL[name] ?? (APPEND_ONLY.includes(name) ? 'select, insert' : 'select, insert, update, delete')
    statements.push(`revoke all on ${table} from ${app}`)
    if (rights) statements.push(`grant ${rights} on ${table} to ${app}`)
    statements.push(
      name === '_prisma_migrations'
        ? `grant select on ${table} to ${system}`
        : `grant select, insert, update, delete, truncate on ${table} to ${system}`,
    )
  }
  for (const { name } of views.rows)
    statements.push(`grant select on ${pg.escapeIdentifier(name)} to ${app}, ${system}`)
  await owner.query(statements.join(';\n'))
}

/** Lets units of work put jobs into the queue under the app role. */
export async function grantJobs(system: pg.ClientBase, roles: RoleNames): Promise<void> {
  const app = pg.escapeIdentifier(roles.app)
  await system.query(`grant select, insert, update on all tables in schema pgboss to ${app};
    grant execute on all functions in schema pgboss to ${app};
    alter default privileges in schema pgboss grant select, insert, update on tables to ${app}`)
}
