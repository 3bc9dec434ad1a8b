import { expect, it } from 'vitest'
import { newSecret, signatureOf } from './signature.ts'
import { verify } from './webhooks.fixture.ts'

const raw = '{"text":"olá 👋"}'
const signed = (secrets: string[], body = raw) => ({
  headers: { 'x-recado-signature': signatureOf(secrets, 1_700_000_000, body) },
  raw,
})

it('is what anybody can compute from the secret, the time and the bytes', async () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(newSecret()).not.toBe(secret)
  expect(await verify(secret, signed([secret]))).toBe(1_700_000_000)
  expect(await verify(newSecret(), signed([secret]))).toBeNull()
  expect(await verify(secret, signed([secret], `${raw} `))).toBeNull()
})

it('is the one of the documentation', () => {
  expect(signatureOf(['whsec_exemplo'], 1_767_225_600, '{"event":"test"}')).toBe(
    't=1767225600,v1=d702b8b8a6c92d72dcc24185bcc728527be5187b1ce40c5910212b450c7128fe',
  )
})

it('has one part per secret while they are being exchanged', async () => {
  const both = signed(['new', 'old'])
  expect(await verify('new', both)).not.toBeNull()
  expect(await verify('old', both)).not.toBeNull()
})
