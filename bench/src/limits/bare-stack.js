// What the product stands on and nothing of itself: HTTP, sockets, jobs and one read of the database for each answer.
// Plain JavaScript with what was compiled kept, so that it starts as fast as it can.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/recado-bench', import.meta.url)))
const [{ fastify }, { Server }, { PgBoss }, { PrismaPg }, { PrismaClient }] = await Promise.all([
  import('fastify'),
  import('socket.io'),
  import('pg-boss'),
  import('@prisma/adapter-pg'),
  import('../../../core/src/platform/db/generated/client.ts'),
])
const { DATABASE_URL, PORT } = process.env
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: DATABASE_URL }) })
const boss = new PgBoss({ connectionString: DATABASE_URL, schema: 'bare_boss' })
boss.on('error', () => undefined)
await boss.start()
const app = fastify()
new Server(app.server)
app.get('/health/ready', async () => prisma.$queryRaw`select 1 as "one"`)
process.on('SIGTERM', () => process.exit(0))
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
