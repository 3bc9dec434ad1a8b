import { describe, expect, it } from 'vitest'
import { fillIn, type TextSubject } from './variables.ts'

const subject: TextSubject = {
  contact: {
    name: 'Conceição Araújo',
    number: '5511987654321',
    email: null,
    extraInfo: [
      { name: 'CPF', value: '123' },
      { name: 'Código do cliente', value: '77' },
      { name: 'name', value: 'not this' },
    ],
  },
  ticket: { id: 42, protocol: '2026030109300042' },
  queue: 'Suporte',
  user: 'Ana',
  userEmail: 'ana@loja.test',
  channel: 'Loja',
}
/** 2026-03-01, 12:30 in UTC. */
const now = Date.UTC(2026, 2, 1, 12, 30)
const fill = (text: string, at = now, timezone = 'America/Sao_Paulo') => fillIn(text, subject, { now: at, timezone })

describe('variables of texts', () => {
  it('fills in both ways of writing, and old spellings', () => {
    expect(
      fill(
        '{{name}} {name} {{ firstName }} {{ticketId}} {{ticket_id}} {{fila}}/{{queue}} {{user}} {userEmail} {{channel}}',
      ),
    ).toBe('Conceição Araújo Conceição Araújo Conceição 42 42 Suporte/Suporte Ana ana@loja.test Loja')
    expect(fill('{{greeting}}, {{greting}}, {{greetingEn}}, {greetingEs}')).toBe(
      'Bom dia, Bom dia, Good morning, Buenos días',
    )
    expect(fill('{{protocol}} {{phoneNumber}} [{{email}}]')).toBe('2026030109300042 5511987654321 []')
  })

  it('tells the time of the company, not of the server', () => {
    expect(fill('{{date}} {{hour}}')).toBe('01/03/2026 09:30')
    expect(fill('{{date}} {{hour}} {{greeting}}', now, 'Asia/Tokyo')).toBe('01/03/2026 21:30 Boa noite')
    expect(fill('{{date}} {{hour}}', Date.UTC(2026, 2, 1, 2, 59))).toBe('28/02/2026 23:59')
  })

  it.each([
    [4, 59, 'Boa noite'],
    [5, 0, 'Bom dia'],
    [11, 59, 'Bom dia'],
    [12, 0, 'Boa tarde'],
    [17, 59, 'Boa tarde'],
    [18, 0, 'Boa noite'],
  ])('greets by the hour %i:%i', (hour, minute, said) => {
    expect(fill('{{greeting}}', Date.UTC(2026, 2, 1, hour, minute), 'UTC')).toBe(said)
  })

  it('knows what is noted of a contact, which never hides what the ticket tells', () => {
    expect(fill('{{CPF}} {{ código do cliente }} {{name}}')).toBe('123 77 Conceição Araújo')
  })

  it('leaves what is no variable as it was written', () => {
    expect(fill('{nada} {"a": {}} {{"a": 1}} { {{{name}}} } {')).toBe(
      '{nada} {"a": {}} {{"a": 1}} { {Conceição Araújo} } {',
    )
  })

  it('leaves nothing of a variable that nobody knows', () => {
    expect(fill('CPF [{{ cpf do titular }}], vencimento [{{vencimento_2}}]')).toBe('CPF [], vencimento []')
    expect(fill('{{firstName}}{{apelido}}!')).toBe('Conceição!')
  })
})
