import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import type { Bench } from '../bench.ts'
import { createCaller } from '../lib/load.ts'
import { pause, quantile } from '../lib/stats.ts'

/** Webhooks a second of one busy number: for each message sent three statuses, and what customers write. */
const RATE = 320
const STATUSES = ['sent', 'delivered', 'read']
const TICK_MS = 25
const APP_SECRET = 'bench-app-secret'
const NUMBER_ID = '700200700200'
const ACCOUNT_ID = '900100900100'

/** A minute of webhooks of one WhatsApp number, as they come and not as we are ready for them. */
export async function measureCloud(bench: Bench): Promise<void> {
  const { options, report, node, database } = bench
  const seconds = options.rounds > 1 ? 60 : 10
  const { id, hookUrl } = await addCloudChannel(bench)
  const sent = (RATE / (STATUSES.length + 1)) * seconds
  await seedSent(bench, id, sent)
  const next = webhooks(sent)
  const pool = new Pool(node.url, { connections: 128, pipelining: 1 })
  const path = new URL(hookUrl).pathname
  const times: number[] = []
  const refused: number[] = []
  const running = new Set<Promise<void>>()

  const post = async (body: string, due: number) => {
    const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const answer = await pool.request({ method: 'POST', path, headers, body })
    await answer.body.dump()
    // from when it was due: what waits for its turn has waited, too
    times.push(performance.now() - due)
    if (answer.statusCode !== 200) refused.push(answer.statusCode)
  }
  const started = performance.now()
  for (let posted = 0; posted < RATE * seconds; ) {
    const due = Math.min(RATE * seconds, Math.floor(((performance.now() - started) / 1000) * RATE))
    for (; posted < due; posted++) {
      const one = post(next(posted), started + (posted / RATE) * 1000).finally(() => running.delete(one))
      running.add(one)
    }
    await pause(TICK_MS)
  }
  const ended = performance.now()
  await Promise.all(running)
  const behind = performance.now() - ended
  await pool.close()
  if (refused.length > 0) throw new Error(`${refused.length} webhooks were refused, the first with ${refused[0]}`)

  const { rows } = await database.pool.query<{ read: number; received: number; parked: number }>(
    `select count(*) filter (where from_me and status = 'read')::int "read", count(*) filter (where not from_me)::int "received",
            (select count(*)::int from parked_event where channel_id = $1) "parked"
       from message where channel_id = $1`,
    [id],
  )
  const [stored] = rows
  if (stored?.read !== sent || stored.received !== sent || stored.parked > 0)
    throw new Error(`of ${sent} each: ${JSON.stringify(stored)}`)
  report.add({
    part: 'cloud',
    name: `${RATE} webhooks a second for ${seconds} s`,
    value: times.length / ((ended - started) / 1000),
    unit: 'req/s',
    p99: quantile(times, 0.99),
    musts: [{ of: 'p99', atMost: 1000 }],
    note: `all applied ${Math.round(behind)} ms after the last; every status and message counted`,
  })
}

/** Connects to nobody: its provider is not there, which hooks do not mind. */
async function addCloudChannel({ node, company }: Bench): Promise<{ id: number; hookUrl: string }> {
  const caller = createCaller(node.url)
  const token = company.admins[0]?.token ?? ''
  const settings = {
    phoneNumberId: NUMBER_ID,
    businessAccountId: ACCOUNT_ID,
    accessToken: 'bench-token',
    webhook: 'own',
    appSecret: APP_SECRET,
    verifyToken: randomUUID(),
  }
  const body = JSON.stringify({ name: `Cloud ${randomUUID().slice(0, 8)}`, type: 'whatsapp-cloud', settings })
  try {
    const made = JSON.parse(await caller.ask({ method: 'POST', path: '/whatsapp', token, body }))
    await caller.ask({ method: 'POST', path: `/whatsappsession/${made.id}`, token, body: '{}' })
    return made
  } finally {
    await caller.close()
  }
}

/** Messages that Meta took, spread over a hundred tickets. */
async function seedSent({ database, company }: Bench, channelId: number, count: number): Promise<void> {
  const { tenantId } = company
  await database.pool.query(
    `with people as (
       insert into contact (tenant_id, name, number, updated_at)
       select $1, 'Cliente ' || n, '55219' || lpad(n::text, 8, '0'), now() from generate_series(1, 100) n returning id, number),
     addresses as (
       insert into contact_address (tenant_id, contact_id, kind, value)
       select $1, id, 'phone', number from people returning id, contact_id),
     tickets as (
       insert into ticket (tenant_id, protocol, status, contact_id, channel_id, address_id, seq)
       select $1, gen_random_uuid()::text, 'open', contact_id, $2, id, $3 from addresses returning id)
     insert into message (tenant_id, id, ticket_id, seq, channel_id, from_me, type, body, content, external_id, status, sent_at)
     select $1, gen_random_uuid(), t.id, n.n, $2, true, 'text', 'oi', '{"type":"text","text":"oi"}',
            'wamid.' || ((n.n - 1) * 100 + t.place), 'sent', now()
       from (select id, row_number() over (order by id) - 1 place from tickets) t, generate_series(1, $3::int) n`,
    [tenantId, channelId, count / 100],
  )
}

/** The n-th webhook: each sent message's three statuses, and one message of a customer. */
function webhooks(sent: number) {
  const kinds = STATUSES.length + 1
  return (n: number): string => {
    const index = Math.floor(n / kinds) % sent
    const status = STATUSES[n % kinds]
    const customer = `55219${String((index % 100) + 1).padStart(8, '0')}`
    const timestamp = String(Math.floor(Date.now() / 1000))
    const value = status
      ? { statuses: [{ id: `wamid.${index}`, status, timestamp, recipient_id: customer }] }
      : {
          contacts: [{ wa_id: customer, profile: { name: 'Cliente' } }],
          messages: [{ from: customer, id: `wamid.in-${n}`, timestamp, type: 'text', text: { body: `Mensagem ${n}` } }],
        }
    const metadata = { display_phone_number: '551130000000', phone_number_id: NUMBER_ID }
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
    return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: ACCOUNT_ID, changes: [change] }] })
  }
}
