import { expect, it } from 'vitest'
import { mentionsIn } from './mentions.ts'
import { DELETE_MS, EDIT_MS, mayDelete, mayEdit, mayManage } from './policy.ts'

const ana = { userId: 1, name: 'Ana' }
const anaSouza = { userId: 2, name: 'Ana Souza' }
const bia = { userId: 3, name: 'Bia Conceição' }
const people = [ana, anaSouza, bia]

it('finds names whatever case and accents, the longest of those that begin alike', () => {
  expect(mentionsIn('@ana souza e @BIA CONCEICAO', people)).toEqual([anaSouza, bia])
  expect(mentionsIn('@Ana, @Ana.', people)).toEqual([ana])
})

it('takes neither addresses nor longer words for names', () => {
  expect(mentionsIn('ana@ana @anabela @', people)).toEqual([])
})

it('names all who bear the name', () => {
  const other = { userId: 9, name: 'ANA' }
  expect(mentionsIn('@ana', [...people, other])).toEqual([ana, other])
})

it('lets own words be changed and taken back for a while', () => {
  const own = { kind: 'text', isDeleted: false, createdAt: 0 }
  expect([mayEdit(own, EDIT_MS), mayEdit(own, EDIT_MS + 1)]).toEqual([true, false])
  expect([mayDelete(own, DELETE_MS), mayDelete(own, DELETE_MS + 1)]).toEqual([true, false])
  expect([mayEdit({ ...own, isDeleted: true }, 0), mayDelete({ ...own, kind: 'event' }, 0)]).toEqual([false, false])
  expect([mayManage({ isAdmin: false }, 'supervisor'), mayManage({ isAdmin: false }, 'admin')]).toEqual([false, true])
})
