import fc from 'fast-check'
import { Encoder, type Packet, PacketType } from 'socket.io-parser'
import { expect, it } from 'vitest'
import { textPackets } from './packets.ts'

it('writes text packets exactly as the library does', () => {
  const ours = new textPackets.Encoder()
  const theirs = new Encoder()
  const packet: fc.Arbitrary<Packet> = fc.record(
    {
      type: fc.constantFrom(
        PacketType.CONNECT,
        PacketType.DISCONNECT,
        PacketType.EVENT,
        PacketType.ACK,
        PacketType.CONNECT_ERROR,
      ),
      nsp: fc.constantFrom('/', '/outro'),
      id: fc.nat(),
      data: fc.oneof(fc.array(fc.jsonValue()), fc.constant(null)),
    },
    { requiredKeys: ['type', 'nsp'] },
  )
  fc.assert(
    fc.property(packet, (one) => {
      expect(ours.encode(one)).toEqual(theirs.encode(one))
    }),
  )
})
