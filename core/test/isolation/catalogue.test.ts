import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE_PREFIX, startDatabase, type TestDatabase } from '../database.ts'

/** Tables that belong to no company, each with the reason why; everything else is a company's. */
const GLOBAL: Record<string, string> = {
  tenant: 'the companies themselves; a row shows itself alone',
  plan: 'what the operator sells',
  login_email: 'finds the company of a person who signs in',
  plugin_install: 'what is installed, for everybody',
  hook_route: 'finds the channel of a webhook address',
  lease: 'which node holds a session',
  node: 'the running processes',
  rate_bucket: 'limits that hold over all companies',
  event_position: 'how far subscribers have read',
  _prisma_migrations: 'which migrations ran',
}
/** What the app role may do to them; to a company's tables it may do all four, but not rewrite what happened. */
const ON_GLOBAL: Record<string, string[]> = {
  tenant: ['SELECT', 'UPDATE'],
  plan: ['SELECT'],
  login_email: ['DELETE', 'INSERT', 'SELECT'],
  plugin_install: ['SELECT'],
  hook_route: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  lease: ['SELECT'],
}
const APPEND_ONLY = ['audit_log', 'domain_event']
const APP = `${ROLE_PREFIX}_app`

interface Table {
  name: string
  key: string[]
  hasTenant: boolean
  /** What the planner is told about the column of the company. */
  planned: string[] | null
  enabled: boolean
  forced: boolean
  policies: { using: string; check: string | null; command: string; permissive: boolean }[]
}

let db: TestDatabase
let tables: Table[]
beforeAll(async () => {
  db = await startDatabase()
  tables = await db.owner<Table>(`
    select c.relname "name", c.relrowsecurity "enabled", c.relforcerowsecurity "forced",
           exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull)
             "hasTenant",
           array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (n, place)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
                  where i.indrelid = c.oid and i.indisprimary order by place) "key",
           (select a.attoptions from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') "planned",
           coalesce((select jsonb_agg(jsonb_build_object('using', pg_get_expr(p.polqual, c.oid),
             'check', pg_get_expr(p.polwithcheck, c.oid), 'command', p.polcmd, 'permissive', p.polpermissive))
             from pg_policy p where p.polrelid = c.oid), '[]') "policies"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm') order by 1`)
})
afterAll(() => db.close())

const ofCompanies = () => tables.filter((table) => !(table.name in GLOBAL))

describe('tables', () => {
  it('are a company’s, unless the list says otherwise', () => {
    expect(ofCompanies().length).toBeGreaterThan(25)
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(Object.keys(GLOBAL)))
    expect(ofCompanies().filter((table) => !table.hasTenant)).toEqual([])
  })

  it('of companies have keys that begin with the company', () => {
    expect(ofCompanies().filter((table) => table.key[0] !== 'tenant_id' || table.key.length < 2)).toEqual([])
  })

  it('of companies are protected, from their owner too, by one policy that reads and writes pass', () => {
    const condition = `(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::integer AS "nullif"))`
    for (const { name, enabled, forced, policies } of ofCompanies())
      expect({ name, enabled, forced, policies }).toEqual({
        name,
        enabled: true,
        forced: true,
        policies: [{ using: condition, check: null, command: '*', permissive: true }],
      })
  })

  it('of companies are planned for the largest of them (ADR 13)', () => {
    expect(ofCompanies().filter(({ planned }) => !planned?.includes('n_distinct=1'))).toEqual([])
  })

  it('that show companies show a company itself alone', () => {
    expect(tables.find((table) => table.name === 'tenant')).toMatchObject({ enabled: true, forced: true })
  })
})

describe('views', () => {
  it('read as whoever asks, so that the policies hold, and are read alone', async () => {
    const views = await db.owner(
      `select c.relname "name", c.reloptions "options", array(
                select p.privilege_type from aclexplode(c.relacl) p where p.grantee <> c.relowner order by 1) "rights"
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by 1`,
    )
    expect(views).toEqual([{ name: 'ticket_record', options: ['security_invoker=true'], rights: ['SELECT', 'SELECT'] }])
  })
})

describe('references and unique keys', () => {
  it('carry the company on both sides, since their checks pass by the policies', async () => {
    const wrong = await db.owner(
      `select c.conrelid::regclass::text "from", c.confrelid::regclass::text "to", c.conname "name"
         from pg_constraint c
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace
          and not c.conrelid::regclass::text = any ($1)
          and not exists (
            select 1 from unnest(c.conkey, c.confkey) pair (here, there)
              join pg_attribute h on h.attrelid = c.conrelid and h.attnum = here and h.attname = 'tenant_id'
              join pg_attribute t on t.attrelid = c.confrelid and t.attnum = there
               and t.attname = case c.confrelid when 'tenant'::regclass then 'id' else 'tenant_id' end)`,
      [Object.keys(GLOBAL)],
    )
    expect(wrong).toEqual([])
  })

  it('never lead from one company’s row to nothing of a company but plans', async () => {
    const rows = await db.owner<{ to: string }>(
      `select distinct confrelid::regclass::text "to" from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace and confrelid::regclass::text = any ($1)`,
      [Object.keys(GLOBAL)],
    )
    expect(rows.map((row) => row.to).sort()).toEqual(['plan', 'tenant'])
  })

  it('are unique within a company', async () => {
    const wrong = await db.owner(
      `select i.indrelid::regclass::text "table", i.indexrelid::regclass::text "index" from pg_index i
         join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
        where i.indisunique and not c.relname = any ($1)
          and (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0])
              is distinct from 'tenant_id'`,
      [Object.keys(GLOBAL)],
    )
    expect(wrong).toEqual([])
  })
})

describe('functions', () => {
  it('run as whoever calls them, but for the searches', async () => {
    const definers = await db.owner<{ name: string; config: string[] | null }>(`
      select p.proname "name", p.proconfig "config" from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosecdef
         and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by 1`)
    const config = ['search_path=public, pg_temp']
    expect(definers).toEqual([
      { name: 'contact_search', config },
      { name: 'internal_chat_search', config },
      {
        name: 'message_search',
        // by its index or not at all
        config: [...config, 'enable_seqscan=off', 'enable_indexscan=off', 'plan_cache_mode=force_generic_plan'],
      },
    ])
  })

  it('search the contacts of the bound company alone, and none when none is bound', async () => {
    await db.owner(`insert into tenant (id, name) values (901, 'A'), (902, 'B')`)
    await db.owner(`insert into contact (tenant_id, name) values (901, 'Jacira Um'), (902, 'Jacira Dois')`)
    const found = async (tenantId: string) => {
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
        const { rows } = await client.query(`select count(*)::int "count" from contact_search('jacira', 100)`)
        return rows[0].count
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect([await found('901'), await found('902'), await found('903'), await found('')]).toEqual([1, 1, 0, 0])
  })

  it('search the conversations of one person of the bound company alone', async () => {
    await db.owner(`insert into tenant (id, name) values (911, 'A'), (912, 'B')`)
    await db.owner(`insert into app_user (tenant_id, id, name, email, password_hash)
      select t, i, 'Jacira', t || '-' || i || '@recado.test', '' from unnest(array[911, 912]) t, unnest(array[1, 2, 3]) i`)
    await db.owner(`insert into internal_chat (tenant_id, id, user_a, user_b, last_message_at, created_at)
      select t, 1, 1, 2, now(), now() from unnest(array[911, 912]) t`)
    await db.owner(`insert into internal_chat_member (tenant_id, chat_id, user_id, joined_at)
      select t, 1, i, now() from unnest(array[911, 912]) t, unnest(array[1, 2]) i`)
    await db.owner(`insert into internal_chat_message (tenant_id, id, chat_id, seq, user_id, user_name, body, created_at)
      select t, gen_random_uuid(), 1, 1, 1, 'Jacira', 'Reunião', now() from unnest(array[911, 912]) t`)
    const found = async (tenantId: string, userId: number) => {
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
        const { rows } = await client.query(
          `select count(*)::int "count" from internal_chat_search($1, null, 'reuniao', 100)`,
          [userId],
        )
        return rows[0].count
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const all = [await found('911', 1), await found('911', 2), await found('911', 3), await found('913', 1)]
    expect([...all, await found('', 1)]).toEqual([1, 1, 0, 0, 0])
  })
})

describe('the app role', () => {
  it('is bound by the policies, owns nothing and creates nothing', async () => {
    const [role] = await db.owner(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
              has_schema_privilege(rolname, 'public', 'create') "creates",
              exists (select 1 from pg_class where relowner = r.oid) "owns",
              exists (select 1 from pg_auth_members where member = r.oid) "isMember"
         from pg_roles r where rolname = $1`,
      [APP],
    )
    expect(new Set(Object.values(role ?? { none: true }))).toEqual(new Set([false]))
  })

  it('may do to each table what is written here and no more', async () => {
    const rows = await db.owner<{ name: string; rights: string[] }>(
      `select c.relname "name", coalesce(array_agg(p::text order by p) filter
                (where has_table_privilege($1, c.oid, p)), '{}') "rights"
         from pg_class c, unnest(array['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`,
      [APP],
    )
    for (const { name, rights } of rows) {
      const wanted = APPEND_ONLY.includes(name) ? ['INSERT', 'SELECT'] : ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      expect({ name, rights }).toEqual({ name, rights: name in GLOBAL ? (ON_GLOBAL[name] ?? []) : wanted })
    }
    expect(rows).toHaveLength(tables.length)
  })
})
