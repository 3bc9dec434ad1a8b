import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startApp, type TestApp } from '../../test/app.ts'
import { type Demo, fillDemo } from './fill.ts'

let app: TestApp
let demo: Demo
let people: Map<string, Person>
beforeAll(async () => {
  app = await startApp()
  demo = await fillDemo(app.node)
  people = new Map()
  for (const { email, profile } of demo.logins.slice(0, 4)) people.set(profile, await app.signIn(email, demo.password))
})
afterAll(() => app.close())

const admin = (): Person => {
  const person = people.get('admin')
  if (!person) throw new Error('nobody owns the company')
  return person
}

/** Every row of the company, table by table, as one fingerprint each. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await app.db.owner<{ name: string }>(
    `select table_name "name" from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'
      and table_name not in ('session', 'audit_log', 'node', 'lease') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await app.db.owner<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') "sum"
         from "${name}" t where tenant_id = $1`,
      [demo.tenantId],
    )
    found[name] = row?.sum ?? ''
  }
  return found
}

interface Page {
  tickets: { id: number; name: string; lastMessage: string; unreadMessages: number }[]
  count: number
}

describe('the demo company', () => {
  it('is filled once: a second run changes nothing', async () => {
    expect(demo.isNew).toBe(true)
    const before = await fingerprint()
    const again = await fillDemo(app.node)
    expect(again).toEqual({ ...demo, isNew: false })
    expect(await fingerprint()).toEqual(before)
  })

  it('has believable numbers of everything', async () => {
    const rows = await app.db.owner<Record<string, number>>(
      `select (select count(*)::int from contact where tenant_id = $1) contacts,
              (select count(*)::int from ticket where tenant_id = $1) tickets,
              (select count(distinct status)::int from ticket where tenant_id = $1) statuses,
              (select count(*)::int from message where tenant_id = $1) messages,
              (select count(*)::int from message where tenant_id = $1 and media_id is not null) files,
              (select count(*)::int from message where tenant_id = $1 and status = 'failed') failed,
              (select count(*)::int from message where tenant_id = $1 and edited_at is not null) edited,
              (select count(*)::int from message where tenant_id = $1 and reply_to_id is not null) replies,
              (select count(*)::int from message where tenant_id = $1 and reactions <> '[]') reactions,
              (select count(*)::int from message where tenant_id = $1 and created_at > now()) ahead,
              (select count(*)::int from contact_wallet where tenant_id = $1) wallets`,
      [demo.tenantId],
    )
    const counts = rows[0] ?? {}
    expect(counts).toMatchObject({ contacts: 150, tickets: 400, statuses: 3, ahead: 0 })
    expect(counts.messages).toBeGreaterThan(3500)
    for (const part of ['files', 'failed', 'edited', 'replies', 'reactions', 'wallets'])
      expect(counts[part], part).toBeGreaterThan(10)
  })

  it.each(['open', 'pending', 'closed'])('shows its %s tickets with their messages', async (status) => {
    const path = `/tickets?status[]=${status}&showAll=true&pageSize=100`
    const { status: code, body } = await admin().api.get<Page>(path)
    expect(code).toBe(200)
    expect(body.tickets.length).toBeGreaterThan(30)
    for (const ticket of body.tickets.slice(0, 5)) {
      const { body: page } = await admin().api.get<{ count: number; messages: { seq: number; read: boolean }[] }>(
        `/messages/${ticket.id}?pageSize=100`,
      )
      expect(page.messages.at(-1)?.seq).toBe(page.count)
      expect(page.messages.filter((message) => !message.read)).toHaveLength(ticket.unreadMessages)
    }
  })

  it('hands out its pictures', async () => {
    const [file] = await app.db.owner<{ ticket: number }>(
      `select ticket_id ticket from message where tenant_id = $1 and type = 'image' limit 1`,
      [demo.tenantId],
    )
    const { body } = await admin().api.get<{ messages: { mediaType: string; mediaUrl: string | null }[] }>(
      `/messages/${file?.ticket}?pageSize=100`,
    )
    const picture = body.messages.find((message) => message.mediaType === 'image')
    const answer = await fetch(`${app.url}${picture?.mediaUrl}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  })
})
