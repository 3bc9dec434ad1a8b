import type { ServerOptions } from 'socket.io'
import { Decoder, Encoder, type Packet } from 'socket.io-parser'

/**
 * The library's own packets, written without the search of each for binary parts: what we tell is text, and the search
 * took longer than writing it.
 */
class TextEncoder extends Encoder {
  override encode({ type, nsp, id, data }: Packet): string[] {
    const namespace = nsp && nsp !== '/' ? `${nsp},` : ''
    return [`${type}${namespace}${id ?? ''}${data == null ? '' : JSON.stringify(data)}`]
  }
}

export const textPackets: ServerOptions['parser'] = { Encoder: TextEncoder, Decoder }
