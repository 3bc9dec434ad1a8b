import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  it('verifies what it hashed, with the parameters asked for', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('  Ypê roxo 7 ')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(passwords.isOutdated(stored)).toBe(false)
    expect(passwords.isOutdated(stored.replace('t=2', 't=1'))).toBe(true)
    expect(await passwords.verify(stored, '  Ypê roxo 7 ')).toBe(true)
    expect(await passwords.verify(stored, 'Ypê roxo 7')).toBe(false)
    expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
  })

  it.runIf(process.platform === 'linux')('takes what others leave of the machine', async () => {
    await createPasswords().hash('x')
    // fields behind the name in brackets, the seventeenth is the nice value (proc(5))
    const niceness = readdirSync('/proc/self/task').map((id) => {
      const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(/\) (?=\S+ \d)/)
      return Number(fields.split(' ')[16])
    })
    expect(niceness).toContain(10)
  })

  it('queues fifty behind the four that run, and refuses the rest', async () => {
    const passwords = createPasswords(4)
    const stored = await passwords.hash('x')
    const tries = Array.from({ length: 60 }, () => passwords.verify(stored, 'x'))
    const results = await Promise.allSettled(tries)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const result of refused) expect(result.reason).toMatchObject({ code: 'ERR_UNAVAILABLE' })
    expect(await passwords.verify(stored, 'x')).toBe(true)
  })
})
