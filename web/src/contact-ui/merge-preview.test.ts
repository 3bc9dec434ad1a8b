import type { Contact, ContactContents } from '@recado/core/modules/contacts/contract'
import { describe, expect, it } from 'vitest'
import { shownAddresses } from './address-kinds.ts'
import { previewMerge } from './merge-preview.ts'

const contact = (over: Partial<Contact>) =>
  ({ number: null, email: null, addresses: [], tags: [], wallets: [], extraInfo: [], ...over }) as unknown as Contact
const live = (id: number, channelId: number, minute: number, thread = ''): ContactContents['live'][number] => ({
  id,
  protocol: `P${id}`,
  channel: { id: channelId, name: `Canal ${channelId}` },
  thread,
  lastMessageAt: `2026-11-20T10:${minute}:00.000Z`,
})
const tag = (id: number, name: string) => ({ id, name, tag: name, color: '#000', isActive: true })
const fact = (name: string, value: string) => ({ id: 1, name, value, contactId: 1 })

describe('the preview of a merge', () => {
  it('names what the contact that stays gains, and nothing that it has', () => {
    const into = contact({
      email: 'ana@x.test',
      tags: [tag(1, 'VIP')],
      wallets: [{ id: 5, name: 'Bia' }],
      extraInfo: [fact('cpf', '1'), fact('cidade', 'Olinda')],
    })
    const from = contact({
      number: '5511987650001',
      email: 'outra@x.test',
      addresses: [
        { id: 1, kind: 'phone', value: '5511987650001', channelId: null },
        { id: 2, kind: 'lid', value: '777', channelId: null },
      ],
      tags: [tag(1, 'VIP'), tag(2, 'Revenda')],
      wallets: [{ id: 5, name: 'Bia' }],
      extraInfo: [fact('cpf', '2'), fact('cidade', 'Olinda'), fact('plano', 'ouro')],
    })
    const contents = { tickets: 0, live: [] }
    expect(previewMerge({ contact: into, contents }, { contact: from, contents: { tickets: 7, live: [] } })).toEqual({
      addresses: 2,
      tickets: 7,
      tags: ['Revenda'],
      wallets: [],
      extra: ['plano'],
      kept: ['cpf'],
      gains: ['number'],
      closing: [],
    })
  })

  it('closes the conversation that rested longer, where both have one in the same place', () => {
    const into = {
      contact: contact({}),
      contents: { tickets: 3, live: [live(1, 1, 10), live(2, 2, 30), live(3, 3, 10)] },
    }
    const from = {
      contact: contact({}),
      contents: { tickets: 4, live: [live(4, 1, 20), live(5, 2, 20), live(6, 3, 10, 'post'), live(7, 4, 10)] },
    }
    expect(previewMerge(into, from).closing).toEqual([
      { id: 1, protocol: 'P1', channel: 'Canal 1', isOwn: true },
      { id: 5, protocol: 'P5', channel: 'Canal 2', isOwn: false },
    ])
  })
})

it('addresses come phones first, in words where there are some', () => {
  const shown = shownAddresses([
    { id: 1, kind: 'crm-id', value: 'x', channelId: 9 },
    { id: 2, kind: 'lid', value: '777', channelId: null },
    { id: 3, kind: 'phone', value: '5511•••••0001', channelId: null },
    { id: 4, kind: 'phone', value: '5511987650001', channelId: null },
  ])
  expect(shown.map(({ id, family, text }) => [id, family, text])).toEqual([
    [3, 'phone', '5511•••••0001'],
    [4, 'phone', '+55 11 98765-0001'],
    [2, 'lid', '777'],
    [1, 'other', 'x'],
  ])
})
