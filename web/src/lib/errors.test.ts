import { expect, it } from 'vitest'
import { describe } from './errors.ts'
import { HttpError } from './http/errors.ts'

const failed = (status: number, code: HttpError['code'], message: string) =>
  describe(new HttpError({ status, code, message, requestId: '7f3a' }))

it('says why something was refused, and what support asks for only where it cannot', () => {
  expect(failed(400, 'ERR_INVALID_CREDENTIALS', 'E-mail ou senha incorretos.')).toEqual({
    text: 'E-mail ou senha incorretos.',
    detail: '',
  })
  expect(failed(500, 'ERR_INTERNAL', 'Algo deu errado do nosso lado.').detail).toBe('ERR_INTERNAL · 7f3a')
  expect(failed(404, 'ERR_NOT_FOUND', '').detail).toBe('ERR_NOT_FOUND · 7f3a')
  expect(failed(0, 'ERR_OFFLINE', '').detail).toBe('')
})
