// A bare Fastify over `pg`: the same pages and writes without a product around them. A process of its own.
import Fastify from 'fastify'
import { answerParent } from '../lib/child.ts'
import { ingest, openPool } from './transactions.ts'

interface Start {
  url: string
  tenantId: number
}

const FOLDED = `fold(c.name || ' ' || coalesce(c.number, '') || ' ' || coalesce(c.email, ''))`
const LIVE = `t.tenant_id = $1 and t.status in ('open', 'pending')`
const OWN = `(t.user_id = $2 or t.queue_id is null or t.queue_id = any($3::int[])
  or t.contact_id in (select w.contact_id from contact_wallet w where w.tenant_id = $1 and w.user_id = $2))`
const LIST = (condition: string) => `
  select t.id, t.status, t.protocol, t.last_message "lastMessage", t.last_message_at "lastMessageAt",
         t.unread_messages "unreadMessages", t.queue_id "queueId", t.user_id "userId", c.name, c.number,
         h.name "channel", u.name "user", q.name "queue"
    from ticket t join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
    join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
   where ${condition} order by t.last_message_at desc, t.id desc limit 31`

const text = { type: 'string' }
const whole = { type: 'integer' }
const rows = (properties: object) => ({
  schema: {
    response: {
      200: { type: 'object', properties: { rows: { type: 'array', items: { type: 'object', properties } } } },
    },
  },
})
const MESSAGE = rows({
  id: text,
  ticketId: whole,
  seq: whole,
  body: text,
  fromMe: { type: 'boolean' },
  status: text,
  createdAt: text,
})
const CONTACT = rows({ id: whole, name: text, number: text, email: text })

async function serve({ url, tenantId }: Start): Promise<{ port: number }> {
  const pool = openPool(url, 8)
  const app = Fastify({ logger: false })
  const ask = async (name: string, sql: string, values: unknown[]) =>
    (await pool.query({ name, text: sql, values })).rows

  app.get<{ Params: { ticket: string }; Querystring: { to: string } }>(
    '/page/:ticket',
    MESSAGE,
    async ({ params, query }) => {
      const to = Number(query.to)
      const sql = `select id, ticket_id "ticketId", seq, body, from_me "fromMe", status, created_at from message
      where tenant_id = $1 and ticket_id = $2 and seq between $3 and $4 order by seq`
      const found = await ask('page', sql, [tenantId, Number(params.ticket), to - 19, to])
      return { rows: found.map((row) => ({ ...row, createdAt: row.created_at.toISOString() })) }
    },
  )
  app.post<{ Params: { ticket: string } }>('/transaction/:ticket', async ({ params }) => {
    await ingest(pool, Number(params.ticket))
    return { ok: true }
  })
  app.get('/list/admin', async () => {
    const [page, count] = await Promise.all([
      ask('admin', LIST(LIVE), [tenantId]),
      ask('adminCount', `select count(*)::int from ticket t where ${LIVE}`, [tenantId]),
    ])
    return { tickets: page, count }
  })
  app.get<{ Querystring: { user: string; queues: string } }>('/list/agent', async ({ query }) => {
    const values = [tenantId, Number(query.user), query.queues.split(',').map(Number)]
    const [page, count] = await Promise.all([
      ask('agent', LIST(`${LIVE} and ${OWN}`), values),
      ask('agentCount', `select count(*)::int from ticket t where ${LIVE} and ${OWN}`, values),
    ])
    return { tickets: page, count }
  })
  app.get<{ Querystring: { q: string } }>('/contacts', CONTACT, async ({ query }) => ({
    rows: await ask(
      'contacts',
      `select c.id, c.name, c.number, c.email from contact c
        where c.tenant_id = $1 and ${FOLDED} like '%' || fold($2) || '%' order by c.name, c.id limit 41`,
      [tenantId, query.q],
    ),
  }))
  app.get<{ Querystring: { q: string; days: string } }>('/search', MESSAGE, async ({ query }) => {
    const sql = `select m.id, m.ticket_id "ticketId", m.seq, m.body, m.from_me "fromMe", m.status, m.created_at from message m
      where m.tenant_id = $1 and message_words(m.body, m.content, m.edited_at) like '%' || fold($2) || '%'
        and (m.created_at at time zone 'UTC')::date = any(
          array(select (now() at time zone 'UTC')::date - d from generate_series(0, $3::int) d))
      order by m.created_at desc limit 21`
    const found = await ask('search', sql, [tenantId, query.q, Number(query.days)])
    return { rows: found.map((row) => ({ ...row, createdAt: row.created_at.toISOString() })) }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return { port: address !== null && typeof address === 'object' ? address.port : 0 }
}

let port = 0
answerParent(async (question: Partial<Start>) => {
  if (question.url !== undefined && question.tenantId !== undefined)
    ({ port } = await serve({ url: question.url, tenantId: question.tenantId }))
  return { port }
})
