import type pg from 'pg'

export interface PastPlan {
  tenantId: number
  channelId: number
  queueIds: number[]
  agentIds: number[]
  contacts: number
  /** Of which the youngest are live. */
  tickets: number
  open: number
  pending: number
}

const WORDS = `array['Olá, bom dia! Gostaria de saber sobre o meu pedido, pode verificar por favor?','Sim, claro. Um momento.',
  'Obrigado pelo retorno','Qual é o prazo de entrega para o meu endereço?','Segue o comprovante do pagamento']`

/** Contacts and tickets as years would have left them. Ids of tickets are one run from the one that is answered. */
export async function seedTickets(client: pg.ClientBase, plan: PastPlan): Promise<{ firstTicket: number }> {
  const { tenantId, channelId, queueIds, agentIds, contacts, tickets, open, pending } = plan
  await client.query(
    `insert into contact (tenant_id, name, number, email, updated_at)
     select $1, (array['Ana','Bruno','Cecília','Davi','Érica','Fábio','Gonçalo','Helena','Íris','João'])[1 + n % 10] || ' '
              || (array['Souza','Lima','Araújo','Conceição','Prado','Nogueira','Brandão'])[1 + n % 7] || ' ' || n,
            '55119' || lpad(n::text, 8, '0'), case when n % 3 = 0 then 'cliente' || n || '@correio.test' end, now()
       from generate_series(1, $2::int) n`,
    [tenantId, contacts],
  )
  await client.query(
    `insert into contact_address (tenant_id, contact_id, kind, value)
     select tenant_id, id, 'phone', number from contact where tenant_id = $1`,
    [tenantId],
  )
  const {
    rows: [last],
  } = await client.query<{ id: number }>(`select setval('ticket_id_seq', nextval('ticket_id_seq') + $1::int)::int id`, [
    tickets,
  ])
  const firstTicket = (last?.id ?? 0) - tickets
  await client.query(
    `insert into ticket (tenant_id, id, protocol, status, contact_id, channel_id, address_id, queue_id, user_id, seq,
                         last_message, last_message_at, created_at, closed_at)
     select $1, $8::int + n - 1, 'p', s.status, a.contact_id, $2, a.id,
            -- half of those that wait are in no queue yet: everybody sees them
            case when s.status = 'pending' and n % 2 = 0 then null else ($3::int[])[1 + n % cardinality($3::int[])] end,
            case when s.status <> 'pending' then ($4::int[])[1 + n % cardinality($4::int[])] end, 0, 'Obrigado',
            now() - ($5::int - n) * interval '5 minutes', now() - ($5::int - n) * interval '5 minutes',
            case when s.status = 'closed' then now() - ($5::int - n) * interval '5 minutes' end
       from generate_series(1, $5::int) n
      cross join lateral (select case when n <= $5::int - $6::int - $7::int then 'closed'
                                      when n <= $5::int - $7::int then 'open' else 'pending' end as status) s
       join (select id, contact_id, row_number() over (order by id) as place from contact_address
              where tenant_id = $1) a on a.place = 1 + n % $9::int`,
    [tenantId, channelId, queueIds, agentIds, tickets, open, pending, firstTicket, contacts],
  )
  await client.query(
    `insert into contact_wallet (tenant_id, contact_id, user_id)
     select tenant_id, id, ($2::int[])[1 + id % cardinality($2::int[])] from contact where tenant_id = $1 and id % 4 = 0`,
    [tenantId, agentIds],
  )
  return { firstTicket }
}

export interface MessagePlan {
  tenantId: number
  channelId: number
  firstTicket: number
  tickets: number
  messages: number
  /** This many tickets have 1 000 messages, and the one of the longest conversation many more. */
  long: number
  longest: { ticketId: number; messages: number }
}

/** Tickets that were alive at the same time have their messages side by side, as they would be on disk. */
const BLOCK = 2_000

export async function seedMessages(client: pg.ClientBase, plan: MessagePlan): Promise<void> {
  const { firstTicket, tickets, messages, longest } = plan
  const perTicket = Math.max(1, Math.floor((messages - plan.long * 1_000 - longest.messages) / tickets))
  const longFrom = firstTicket + tickets - plan.long - 2_500
  await client.query('create sequence if not exists bench_message')
  for (let from = firstTicket; from < firstTicket + tickets; from += BLOCK)
    await insertMessages(client, plan, {
      from,
      to: Math.min(from + BLOCK, firstTicket + tickets) - 1,
      count: perTicket,
    })
  await insertMessages(client, plan, { from: longFrom, to: longFrom + plan.long - 1, after: perTicket, count: 1_000 })
  const only = { from: longest.ticketId, to: longest.ticketId, after: perTicket }
  await insertMessages(client, plan, { ...only, count: longest.messages })
  await client.query(
    `update ticket t set seq = m.seq from (select ticket_id, max(seq) seq from message where tenant_id = $1 group by 1) m
      where t.tenant_id = $1 and t.id = m.ticket_id`,
    [plan.tenantId],
  )
  await client.query('drop sequence bench_message')
}

async function insertMessages(
  client: pg.ClientBase,
  { tenantId, channelId }: MessagePlan,
  part: { from: number; to: number; after?: number; count: number },
): Promise<void> {
  const { from, to, after = 0, count } = part
  await client.query(
    `insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, type, body, content, external_id,
                          status, sent_at, created_at)
     select $1, (lpad(to_hex(x.n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, x.ticket, x.seq, $2,
            case when x.seq % 2 = 1 then x.contact end, x.seq % 2 = 0, 'text', x.body,
            jsonb_build_object('type', 'text', 'text', x.body), 's' || lpad(x.n::text, 9, '0'),
            case when x.seq % 2 = 0 then 'read' else 'received' end, x.moment, x.moment
       from (select nextval('bench_message') as n, k.ticket, k.seq, k.contact, k.moment,
                    left((${WORDS})[1 + (k.seq + k.ticket) % 5] || ' ' || md5((k.ticket * 31 + k.seq)::text), 90) as body
               from (select t.id as ticket, s + $5::int as seq, t.contact_id as contact,
                            t.last_message_at - ($5::int + $6::int - s) * interval '20 seconds' as moment
                       from generate_series(1, $6::int) s cross join ticket t
                      where t.tenant_id = $1 and t.id between $3::int and $4::int
                      order by s, t.id) k) x`,
    [tenantId, channelId, from, to, after, count],
  )
}

/** An index of fragments is made much faster over rows that are there than row by row. */
export async function withoutIndex(client: pg.ClientBase, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ sql: string }>('select indexdef sql from pg_indexes where indexname = $1', [
    name,
  ])
  await client.query(`drop index ${name}`)
  await work()
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { sql } of rows) await client.query(sql)
}

/** Reference checks of rows that are right by construction would cost most of the time. */
export async function inBulk(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query('set session_replication_role = replica').catch(() => undefined)
    await work(client)
  } finally {
    client.release(true)
  }
}
