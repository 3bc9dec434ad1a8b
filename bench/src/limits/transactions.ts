import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The least that storing a message costs: four round trips on two plain tables in a scratch schema. */
export const TICKETS = 100_000
const MESSAGES = 500_000

export async function prepareLimits(pool: pg.Pool, scale: number): Promise<void> {
  const tickets = Math.round(TICKETS * scale)
  await pool.query(`
    drop schema if exists bench_limits cascade;
    create schema bench_limits;
    create table bench_limits.ticket (id bigint primary key, tenant_id int not null, status text not null,
      contact_id bigint not null, queue_id int, user_id int, last_message text, last_message_at timestamptz,
      unread int not null default 0, answered boolean not null default false, updated_at timestamptz not null default now());
    create table bench_limits.message (id bigint generated always as identity primary key, tenant_id int not null,
      ticket_id bigint not null, contact_id bigint, ext_id text, from_me boolean not null, ack int not null default 0,
      body text not null, created_at timestamptz not null default now());
    insert into bench_limits.ticket select i, 1, case when i <= ${tickets} * 0.95 then 'closed' else 'open' end, i % 20000,
      1 + i % 10, 2 + i % 50, 'Obrigado', now(), 0, false, now() from generate_series(1, ${tickets}) i;
    insert into bench_limits.message (tenant_id, ticket_id, contact_id, ext_id, from_me, ack, body)
      select 1, 1 + (i::bigint * 7919) % ${tickets}, i % 20000, md5(i::text), i % 2 = 0, 3, repeat(md5(i::text), 2)
        from generate_series(1, ${Math.round(MESSAGES * scale)}) i;
    create index on bench_limits.message (tenant_id, ticket_id, id desc);
    create unique index on bench_limits.message (tenant_id, ext_id);
    create index on bench_limits.ticket (tenant_id, status, updated_at desc);
    alter table bench_limits.message add foreign key (ticket_id) references bench_limits.ticket (id)`)
  await pool.query('vacuum analyze bench_limits.ticket')
  await pool.query('vacuum analyze bench_limits.message')
}

const BODY = 'Olá, bom dia! Gostaria de saber sobre o meu pedido, pode verificar por favor?'

export async function ingest(pool: pg.Pool, ticket: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'insert',
      text: `insert into bench_limits.message (tenant_id, ticket_id, contact_id, ext_id, from_me, body)
             values (1, $1, $2, $3, false, $4)`,
      values: [ticket, ticket % 20_000, randomBytes(11).toString('hex'), BODY],
    })
    await client.query({
      name: 'update',
      text: `update bench_limits.ticket set last_message = $2, last_message_at = now(), updated_at = now(),
             unread = unread + 1, answered = false where id = $1`,
      values: [ticket, BODY],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

export const openPool = (url: string, size: number): pg.Pool =>
  new pg.Pool({ connectionString: url, max: size, min: size, options: '-c jit=off' })
