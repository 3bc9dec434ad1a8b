import { describe, expect, it } from 'vitest'
import { createPolicy, EgressRefused, isPublic } from './policy.ts'

const closed = createPolicy({ resolver: async () => [] })
const refuses = (address: string) => () => closed.check(new URL(address))

describe('the egress policy', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0:8080/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://203.0.113.9/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'https://api.example.com:25/',
    'https://api.example.com:22/',
    'ftp://api.example.com/',
    'file:///etc/passwd',
    'https://user:word@api.example.com/',
  ])('refuses %s', (address) => {
    expect(refuses(address)).toThrow(EgressRefused)
  })

  it.each([
    'https://api.example.com/',
    'http://8.8.8.8:8080/',
    'https://[2606:4700::1111]/',
    'http://[64:ff9b::8.8.8.8]/',
  ])('lets %s pass', (address) => {
    expect(refuses(address)).not.toThrow()
  })

  it('refuses a name when one of its addresses is private, whatever the others are', async () => {
    const answers: Record<string, string[]> = {
      'good.test': ['8.8.8.8', '2606:4700::1111'],
      'mixed.test': ['8.8.8.8', '10.0.0.1'],
      'mapped.test': ['::ffff:127.0.0.1'],
      'scoped.test': ['fe80::1%eth0'],
      'odd.test': ['not an address'],
      'none.test': [],
    }
    const policy = createPolicy({ resolver: async (name) => answers[name] ?? [] })
    expect(await policy.resolve('good.test', 443)).toEqual(answers['good.test'])
    expect(await policy.resolve('GOOD.test.', 443)).toEqual(answers['good.test'])
    for (const name of ['mixed.test', 'mapped.test', 'scoped.test', 'odd.test', 'none.test'])
      await expect(policy.resolve(name, 443), name).rejects.toThrow(EgressRefused)
    expect(isPublic('::ffff:8.8.8.8')).toBe(false)
  })

  it('has exceptions by name or by address, each for one port', async () => {
    const policy = createPolicy({
      allow: ' N8N.internal:5678, 10.0.0.5:8080,[fd00::1]:443 ',
      resolver: async () => ['10.0.0.5'],
    })
    expect(await policy.resolve('n8n.internal', 5678)).toEqual(['10.0.0.5'])
    expect(await policy.resolve('anything.internal', 8080)).toEqual(['10.0.0.5'])
    expect(await policy.resolve('[fd00::1]', 443)).toEqual(['fd00::1'])
    await expect(policy.resolve('n8n.internal', 5679)).rejects.toThrow(EgressRefused)
    expect(() => policy.check(new URL('http://10.0.0.5:8080/'))).not.toThrow()
    expect(() => policy.check(new URL('http://10.0.0.5:8081/'))).toThrow(EgressRefused)
  })

  it.each(['localhost', 'host:', 'host:80/path', 'a b:80', 'host:99999'])(
    'does not start with the exception "%s"',
    (allow) => {
      expect(() => createPolicy({ allow })).toThrow('RECADO_EGRESS_ALLOW')
    },
  )
})
