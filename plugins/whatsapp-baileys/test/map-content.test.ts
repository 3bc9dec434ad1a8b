import type { Content } from '@recado/sdk'
import type { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { inId, outId, parseId } from '../src/receive/ids.ts'
import { mapContent } from '../src/receive/map-content.ts'
import { packRef, unpackRef } from '../src/receive/media-ref.ts'
import { contactOf } from '../src/receive/vcard.ts'

const key = { remoteJid: '5511911112222@s.whatsapp.net', id: '3A', fromMe: false }
const t = (name: string, params?: Record<string, string | number>) =>
  params ? `${name} ${JSON.stringify(params)}` : name
const map = (message: proto.IMessage | null) => mapContent(message, key, t)
const long = (low: number) => ({ low, high: 0, unsigned: true }) as unknown as number

const CASES: [string, proto.IMessage | null, Content | null][] = [
  ['nothing', null, null],
  ['an empty message', {}, null],
  ['a text', { conversation: 'Oi' }, { type: 'text', text: 'Oi' }],
  [
    'a text behind a context',
    { messageContextInfo: { messageSecret: new Uint8Array(32) }, conversation: 'Oi' },
    { type: 'text', text: 'Oi' },
  ],
  ['a disappearing text', { ephemeralMessage: { message: { conversation: 'Oi' } } }, { type: 'text', text: 'Oi' }],
  [
    'a text that names somebody',
    {
      extendedTextMessage: { text: 'Oi @777000111222333', contextInfo: { mentionedJid: ['777000111222333@lid', 'x'] } },
    },
    {
      type: 'text',
      text: 'Oi @777000111222333',
      mentions: [{ token: '777000111222333', address: { kind: 'lid', value: '777000111222333' } }],
    },
  ],
  [
    'a place at zero',
    { locationMessage: { degreesLatitude: 0, degreesLongitude: 0 } },
    { type: 'location', latitude: 0, longitude: 0 },
  ],
  [
    'a live place',
    { liveLocationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, caption: 'Chegando' } },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Chegando' },
  ],
  [
    'a tap on a button',
    { buttonsResponseMessage: { selectedButtonId: 'yes', selectedDisplayText: 'Sim' } },
    { type: 'choice', id: 'yes', text: 'Sim' },
  ],
  [
    'a row of a list',
    { listResponseMessage: { title: 'Boleto', singleSelectReply: { selectedRowId: 'r1' } } },
    { type: 'choice', id: 'r1', text: 'Boleto' },
  ],
  [
    'an answer of a flow',
    {
      interactiveResponseMessage: {
        body: { text: 'Sim' },
        nativeFlowResponseMessage: { name: 'x', paramsJson: '{"id":"q1"}' },
      },
    },
    { type: 'choice', id: 'q1', text: 'Sim' },
  ],
  [
    'an answer that is no JSON',
    { interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'menu', paramsJson: '{broken' } } },
    { type: 'choice', id: 'menu', text: 'menu' },
  ],
  [
    'a poll',
    { pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'Hoje' }, { optionName: 'Amanhã' }] } },
    { type: 'poll', question: 'Quando?', options: ['Hoje', 'Amanhã'] },
  ],
  [
    'an order',
    { orderMessage: { orderTitle: 'Pedido', itemCount: 2, totalAmount1000: long(25_500), totalCurrencyCode: 'BRL' } },
    {
      type: 'form',
      title: 'Pedido',
      fields: [
        { label: 'order.items', value: '2' },
        { label: 'order.total', value: '25.50 BRL' },
      ],
    },
  ],
  ['an invitation', { groupInviteMessage: { groupJid: 'x' } }, { type: 'unsupported', what: 'content.groupInvite' }],
  ['something new', { newsletterAdminInviteMessage: {} }, { type: 'unsupported', what: 'content.unknown' }],
  ['a vote', { pollUpdateMessage: {} }, null],
  ['the head of an album', { albumMessage: { expectedImageCount: 3 } }, null],
  ['a key for a group', { senderKeyDistributionMessage: { groupId: 'x' } }, null],
]

describe('contents', () => {
  it.each(CASES)('%s', (_, message, content) => expect(map(message)).toEqual(content))

  it('tell whom the caption of a file names', () => {
    const imageMessage = { caption: 'Veja, @777000111222333', contextInfo: { mentionedJid: ['777000111222333@lid'] } }
    expect(map({ imageMessage })).toMatchObject({
      text: 'Veja, @777000111222333',
      mentions: [{ token: '777000111222333', address: { kind: 'lid', value: '777000111222333' } }],
    })
  })

  it('keep what a file is, and where it lies below the file servers', () => {
    const content = map({
      viewOnceMessageV2: {
        message: {
          audioMessage: {
            url: 'https://evil.example.com/v/abc?x=1',
            mediaKey: new Uint8Array(32),
            mimetype: 'audio/ogg; codecs=opus',
            fileLength: long(1234),
            seconds: 7,
            ptt: true,
          },
        },
      },
    })
    expect(content).toMatchObject({ type: 'media', kind: 'voice', media: { size: 1234, durationSeconds: 7 } })
    const ref = content?.type === 'media' ? content.media.ref : undefined
    expect(ref?.length).toBeLessThan(2048)
    expect(unpackRef(ref ?? '')).toMatchObject({ type: 'audio', path: '/v/abc?x=1', message: { id: '3A' } })
  })

  it('handles of files survive being long, and nonsense is none', () => {
    const file = {
      type: 'image' as const,
      path: `/${'p'.repeat(899)}`,
      key: 'k'.repeat(44),
      sha256: 's'.repeat(44),
      mimeType: 'image/jpeg',
      message: { remoteJid: '120363000000000010@g.us', id: 'A'.repeat(40), fromMe: true, participant: '777@lid' },
    }
    expect(packRef(file).length).toBeLessThanOrEqual(2048)
    expect(unpackRef(packRef(file))).toEqual(file)
    for (const text of [
      '',
      'file:',
      'file:e30',
      'avatar:x',
      `file:${Buffer.from('["image","no"]').toString('base64url')}`,
    ]) {
      expect(unpackRef(text)).toBeNull()
    }
  })
})

describe('cards', () => {
  it.each([
    ['BEGIN:VCARD\nFN:Ana\nitem1.TEL;waid=5511911112222:+55 11 91111-2222\nEND:VCARD', ['+5511911112222']],
    ['BEGIN:VCARD\r\nTEL;type=CELL:(11) 4002\r\n -8922\r\nEND:VCARD', ['(11) 4002-8922']],
    [`TEL:${'9'.repeat(500)}`, ['9'.repeat(64)]],
    [null, []],
    ['::::', []],
  ])('%s', (vcard, phones) => expect(contactOf('Ana', vcard).phones).toEqual(phones))
})

describe('ids', () => {
  it.each([
    [outId('3EB0'), { fromMe: true, id: '3EB0' }],
    [inId('777@lid', '3A'), { fromMe: false, id: '3A', author: '777@lid' }],
    [inId('777@lid', '3A', '12@g.us'), { fromMe: false, id: '3A', author: '777@lid' }],
    ['1', { fromMe: true, id: '1' }],
  ])('%s', (externalId, parsed) => expect(parseId(externalId)).toEqual(parsed))
})
