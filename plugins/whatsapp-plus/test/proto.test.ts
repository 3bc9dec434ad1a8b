import { Content } from '@recado/sdk'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type Reader, readProto } from '../src/receive/proto.ts'
import { readVcard } from '../src/receive/vcard.ts'

const reader: Reader = { ref: () => 'ref', t: (key) => key }

/** Names that the reader looks for, so that chance finds its way inside. */
const NAMES = [
  ...['conversation', 'extendedTextMessage', 'imageMessage', 'documentMessage', 'locationMessage', 'contactMessage'],
  ...[
    'contactsArrayMessage',
    'listResponseMessage',
    'interactiveResponseMessage',
    'pollCreationMessageV3',
    'orderMessage',
  ],
  ...['productMessage', 'eventMessage', 'groupInviteMessage', 'templateMessage', 'reactionMessage', 'protocolMessage'],
  ...[
    'viewOnceMessageV2',
    'ephemeralMessage',
    'message',
    'editedMessage',
    'key',
    'id',
    'type',
    'text',
    'caption',
    'name',
  ],
  ...['contextInfo', 'stanzaID', 'mentionedJID', 'externalAdReply', 'sourceURL', 'degreesLatitude', 'degreesLongitude'],
  ...[
    'vcard',
    'displayName',
    'contacts',
    'options',
    'optionName',
    'paramsJson',
    'nativeFlowResponseMessage',
    'fileLength',
  ],
  ...[
    'startTime',
    'totalAmount1000',
    'product',
    'singleSelectReply',
    'selectedRowID',
    'mimetype',
    'fileName',
    'seconds',
  ],
]
const value = fc.oneof(
  fc.constantFrom(null, '', 'x', 0, 14, -1, 1e300, true, [], {}, '{"id":"1"}', '\u0000', 'x'.repeat(70_000)),
  fc.string(),
)
const { message } = fc.letrec<{ message: Record<string, unknown>; inside: unknown }>((tie) => ({
  inside: fc.oneof({ maxDepth: 4 }, value, tie('message'), fc.array(tie('message'), { maxLength: 3 })),
  message: fc.dictionary(fc.constantFrom(...NAMES), tie('inside'), { maxKeys: 5 }),
}))

describe('a message of the protocol', () => {
  it('is read or passed over, whatever it is, and what is read fits the contract', () => {
    fc.assert(
      fc.property(message, message, (given, aside) => {
        const { reading } = readProto(given, reader, aside)
        if ('content' in reading) expect(Value.Errors(Content, reading.content)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('is found in its envelopes', () => {
    const inside = {
      documentWithCaptionMessage: { message: { documentMessage: { caption: 'Segue', fileName: 'a.pdf' } } },
    }
    expect(readProto({ ephemeralMessage: { message: inside } }, reader).reading).toMatchObject({
      content: { type: 'media', kind: 'document', text: 'Segue' },
    })
  })

  it('does not follow edits of edits of edits', () => {
    let nested: Record<string, unknown> = { conversation: 'x' }
    for (let depth = 0; depth < 50_000; depth += 1) {
      nested = { protocolMessage: { type: 14, key: { id: '1' }, editedMessage: nested } }
    }
    expect(readProto(nested, reader).reading).toEqual({ kind: 'nothing' })
  })
})

describe('a vCard', () => {
  it('is read in parts, folded lines and groups included', () => {
    const vcard = [
      'BEGIN:VCARD',
      'FN:Silva\\, Rita',
      'item1.TEL;waid=5511911112222:+55 11 91111-',
      ' 2222',
      'TEL:190',
      'EMAIL;type=INTERNET:rita@example.com',
      'END:VCARD',
    ].join('\r\n')
    expect(readVcard(vcard, undefined)).toEqual({
      name: 'Silva, Rita',
      phones: ['+5511911112222', '190'],
      emails: ['rita@example.com'],
    })
    expect(readVcard('nonsense', undefined)).toEqual({ name: '?', phones: [] })
  })
})
