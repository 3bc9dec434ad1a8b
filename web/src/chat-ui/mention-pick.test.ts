import { expect, it } from 'vitest'
import { fitting, mentionAt, withMention } from './mention-pick.ts'

it('begins with an at sign at the start of a word', () => {
  expect(mentionAt('oi @an', 6)).toEqual({ from: 3, query: 'an' })
  expect(mentionAt('@', 1)).toEqual({ from: 0, query: '' })
  expect(mentionAt('oi @ana souza', 13)).toEqual({ from: 3, query: 'ana souza' })
})

it('does not begin in addresses, over lines or after a space', () => {
  expect(mentionAt('ana@recado', 10)).toBeNull()
  expect(mentionAt('@ana\nbia', 8)).toBeNull()
  expect(mentionAt('@ ana', 5)).toBeNull()
  expect(mentionAt('oi', 2)).toBeNull()
  expect(mentionAt('@ana', 0)).toBeNull()
})

it('fits the beginning of any word of a name, accents aside', () => {
  const people = [{ name: 'Ana Conceição' }, { name: 'Bia Lima' }]
  expect(fitting(people, 'conceicao')).toEqual([people[0]])
  expect(fitting(people, 'BI')).toEqual([people[1]])
  expect(fitting(people, 'ia')).toEqual([])
  expect(fitting(people, '')).toEqual(people)
})

it('puts the name where it was begun, and the cursor after it', () => {
  expect(withMention('oi @an tudo', { from: 3, query: 'an' }, 'Ana Souza')).toEqual({
    text: 'oi @Ana Souza tudo',
    caret: 14,
  })
  expect(withMention('@', { from: 0, query: '' }, 'Bia')).toEqual({ text: '@Bia ', caret: 5 })
})
