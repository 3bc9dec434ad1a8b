import { type MetaStandIn, type StandInOptions, startMeta } from '@recado/meta-messaging/stand-in'

export type { MetaStandIn, Person, SenderAction, SentMessage, Sink } from '@recado/meta-messaging/stand-in'

/** Instagram and a professional account on loopback: the value for the endpoints is its `url`. */
export const startInstagram = (options: Omit<StandInOptions, 'platform'> = {}): Promise<MetaStandIn> =>
  startMeta({ platform: 'instagram', ...options })
