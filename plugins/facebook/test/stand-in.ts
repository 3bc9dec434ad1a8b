import { type MetaStandIn, type StandInOptions, startMeta } from '@recado/meta-messaging/stand-in'

export type { MetaStandIn, Person, SenderAction, SentMessage, Sink } from '@recado/meta-messaging/stand-in'

/** Messenger and a page on loopback: the value for the endpoints is its `url`. */
export const startMessenger = (options: Omit<StandInOptions, 'platform'> = {}): Promise<MetaStandIn> =>
  startMeta({ platform: 'facebook', ...options })
