import type { ConversationMessage } from '@recado/sdk'
import { expect, it } from 'vitest'
import type { Links } from './links.ts'
import { presentMessage } from './present.ts'

const links = {} as Links
const text = (value: string, more: Partial<ConversationMessage> = {}) =>
  presentMessage(
    {
      id: 'a',
      seq: 1,
      externalId: null,
      fromMe: true,
      content: { type: 'text', text: value },
      at: 1,
      status: 'sent',
      sender: { name: 'Bia Lemos' },
      replyTo: null,
      removed: false,
      edited: false,
      ...more,
    },
    'visitor',
    links,
  ).then(({ content }) => ('text' in content ? content.text : null))

it('takes the signature off, since the widget names the writer', async () => {
  expect(await text('*Bia Lemos*:\nBom dia')).toBe('Bom dia')
  expect(await text('*Caio*:\nBom dia')).toBe('*Caio*:\nBom dia')
  expect(await text('*Bia Lemos*:\noi', { fromMe: false, sender: null })).toBe('*Bia Lemos*:\noi')
})
