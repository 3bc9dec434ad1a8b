import type { Happening, World } from './model.ts'

/** How the vendor's library writes the protocol's fields: Baileys, or Go's whatsmeow. */
export type Spelling = 'baileys' | 'go'

const GO: Record<string, string> = {
  url: 'URL',
  ptt: 'PTT',
  stanzaId: 'stanzaID',
  selectedRowId: 'selectedRowID',
  fileSha256: 'fileSHA256',
  fileEncSha256: 'fileEncSHA256',
  sourceId: 'sourceID',
  sourceUrl: 'sourceURL',
  id: 'ID',
  remoteJid: 'remoteJID',
  selectedButtonId: 'selectedButtonID',
  jpegThumbnail: 'JPEGThumbnail',
}

const TYPES = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  voice: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
}

/** The message of the protocol for what happened; files are kept under its id. */
export function protoOf(world: World, happening: Happening, id: string, spelling: Spelling): Record<string, unknown> {
  const message = build(world, happening, id)
  return spelling === 'go' ? (spell(message) as Record<string, unknown>) : message
}

function spell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spell)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [GO[name] ?? name, spell(inner)]))
}

function build(world: World, happening: Happening, id: string): Record<string, unknown> {
  switch (happening.what) {
    case 'raw':
      return happening.message
    case 'text': {
      const { text, replyTo, forwarded, ad } = happening
      if (!replyTo && !forwarded && !ad) return { conversation: text }
      return { extendedTextMessage: { text, contextInfo: contextOf(replyTo, forwarded, ad) } }
    }
    case 'file': {
      const { kind, bytes, mimeType, fileName, caption } = happening
      world.files.set(id, { bytes, mimeType, ...(fileName ? { fileName } : {}) })
      const file = {
        url: `https://mmg.whatsapp.net/v/t62/${id}.enc?mms3=true`,
        directPath: `/v/t62/${id}.enc`,
        mimetype: mimeType,
        mediaKey: Buffer.from(id).toString('base64'),
        fileSha256: 'AAAA',
        fileEncSha256: 'BBBB',
        fileLength: bytes.byteLength,
        ...(kind === 'voice' ? { ptt: true, seconds: 3 } : {}),
        ...(fileName ? { fileName } : {}),
        ...(caption ? { caption } : {}),
      }
      return { [TYPES[kind]]: file }
    }
    case 'location': {
      const { latitude, longitude, name, address } = happening
      return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } }
    }
    case 'contact': {
      const { name, phone } = happening
      const vcard = `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nitem1.TEL;waid=${phone}:+${phone}\nEND:VCARD`
      return { contactMessage: { displayName: name, vcard } }
    }
    case 'tap': {
      const contextInfo = contextOf(happening.to)
      if (happening.on === 'list') {
        const { title, id: selectedRowId } = happening
        return { listResponseMessage: { title, singleSelectReply: { selectedRowId }, contextInfo } }
      }
      const { title: selectedDisplayText, id: selectedButtonId } = happening
      return { buttonsResponseMessage: { selectedButtonId, selectedDisplayText, contextInfo } }
    }
    case 'vote':
      return {
        pollUpdateMessage: { pollCreationMessageKey: { id: happening.to }, vote: { encPayload: 'x', encIV: 'y' } },
      }
    case 'poll': {
      const options = happening.options.map((optionName) => ({ optionName }))
      return {
        messageContextInfo: { messageSecret: 'x' },
        pollCreationMessageV3: { name: happening.question, options },
      }
    }
    case 'reaction':
      return { reactionMessage: { key: { id: happening.to, fromMe: true }, text: happening.emoji ?? '' } }
    case 'edit':
      return {
        protocolMessage: { type: 14, key: { id: happening.to }, editedMessage: { conversation: happening.text } },
      }
    case 'removal':
      return { protocolMessage: { type: 0, key: { id: happening.to } } }
  }
}

function contextOf(replyTo?: string, forwarded?: boolean, ad?: { id: string; url: string; title: string }) {
  return {
    ...(replyTo ? { stanzaId: replyTo, participant: '', quotedMessage: { conversation: '…' } } : {}),
    ...(forwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
    ...(ad ? { externalAdReply: { sourceType: 'ad', sourceId: ad.id, sourceUrl: ad.url, title: ad.title } } : {}),
  }
}
