import { describe, expect, it } from 'vitest'
import { readErrorBody } from './errors.ts'

describe('readErrorBody', () => {
  it('keeps code, sentence, parameters and request id apart', () => {
    const body = {
      error: 'ERR_NO_TICKET_FOUND',
      message: 'Atendimento não encontrado.',
      params: { id: 7 },
      requestId: 'r1',
    }
    expect(readErrorBody(404, body)).toMatchObject({
      status: 404,
      code: 'ERR_NO_TICKET_FOUND',
      message: 'Atendimento não encontrado.',
      params: { id: 7 },
      requestId: 'r1',
    })
  })

  it('reads error, then msg, then message', () => {
    expect(readErrorBody(400, { error: 'Nome é obrigatório', msg: 'x' }).message).toBe('x')
    expect(readErrorBody(400, { msg: 'da msg' }).message).toBe('da msg')
    expect(readErrorBody(400, { message: 'da message' })).toMatchObject({ code: '', message: 'da message' })
    expect(readErrorBody(401, { error: 'SESSION_INVALID_NEW_LOGIN' })).toMatchObject({
      code: 'SESSION_INVALID_NEW_LOGIN',
      message: '',
    })
  })

  it('knows a ticket conflict by its JSON text', () => {
    const ticket = JSON.stringify({ id: 12, status: 'open' })
    const error = readErrorBody(409, { error: ticket })
    expect(error.is('ERR_OTHER_OPEN_TICKET')).toBe(true)
    expect(JSON.parse(error.raw)).toEqual({ id: 12, status: 'open' })
    expect(error.message).toBe('')
  })

  it('survives bodies that are no error', () => {
    for (const body of [undefined, null, 'Bad gateway', 7, []]) {
      expect(readErrorBody(502, body)).toMatchObject({ status: 502, code: '', message: '' })
    }
  })
})
