import { beforeEach, expect, it } from 'vitest'
import { toast, toasts } from './toasts.ts'

const undo = { label: 'Desfazer', run: () => undefined }
const texts = () => toasts.list.map(({ text }) => text)

beforeEach(() => {
  for (const { id } of toasts.list) toasts.dismiss(id)
})

it('offers nothing any more about what has changed', () => {
  toast.success('Adiado até amanhã.', { action: undo, about: 'ticket:1' })
  toast.success('Devolvido à fila.', { action: undo, about: 'ticket:2' })
  toast.success('Salvo.')
  toasts.outdate('ticket:1')
  expect(texts()).toEqual(['Devolvido à fila.', 'Salvo.'])
})

it('says the same once, and lets the oldest of many go', () => {
  for (const text of ['um', 'dois', 'um', 'três', 'quatro', 'cinco']) toast.info(text)
  expect(texts()).toEqual(['um', 'três', 'quatro', 'cinco'])
})
