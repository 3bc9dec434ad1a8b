import { Prisma, type PrismaClient } from '../../platform/db/generated/client.ts'

/**
 * Counts a try before it is made, in one statement, so that parallel guesses cannot pass together. After `free` tries
 * within the window each further one must wait `baseMs`, twice that, and so on up to `maxMs` after the one before.
 * Answers null when it may be made, else the milliseconds to wait.
 */
export async function countAttempt(
  system: PrismaClient,
  key: string,
  rule: { free: number; windowMs: number; baseMs: number; maxMs: number },
  now: Date,
): Promise<number | null> {
  const { free, windowMs, baseMs, maxMs } = rule
  const until = new Date(now.getTime() + windowMs)
  const delayMs = Prisma.sql`least(${baseMs}::float8 * power(2, least(b.count - ${free}::int, 30)), ${maxMs}::float8)`
  const allowedFrom = Prisma.sql`b.reset_at + make_interval(secs => (${delayMs} - ${windowMs}::float8) / 1000)`
  const counted = await system.$queryRaw<{ count: number }[]>`
    insert into rate_bucket as b (key, count, reset_at) values (${key}, 1, ${until})
    on conflict (key) do update
       set count = case when b.reset_at <= ${now} then 1 else b.count + 1 end, reset_at = excluded.reset_at
     where b.count < ${free}::int or b.reset_at <= ${now} or ${allowedFrom} <= ${now}
    returning b.count`
  if (counted.length > 0) return null
  const [bucket] = await system.$queryRaw<{ from: Date }[]>`
    select ${allowedFrom} "from" from rate_bucket b where key = ${key}`
  return Math.max(bucket ? bucket.from.getTime() - now.getTime() : 0, 1)
}

/** A try that succeeded counts for nothing: it clears the account and gives the address its try back. */
export async function forgiveAttempt(system: PrismaClient, clear: string, giveBack: string | null): Promise<void> {
  await system.$executeRaw`delete from rate_bucket where key = ${clear}`
  if (giveBack !== null)
    await system.$executeRaw`update rate_bucket set count = greatest(count - 1, 0) where key = ${giveBack}`
}
