import type { ChannelInstance, Content, InboundEvent, Media, MediaKind, OutboundMessage } from '@recado/sdk'
import {
  type ChannelContextOptions,
  type ChannelTestContext,
  createChannelContext,
  hookRequest,
  outboundMessage,
  TEST_NOW,
} from '@recado/sdk/testing'
import { onTestFinished } from 'vitest'
import { metaSchedule, openMeta } from '../src/instance.ts'
import { FACEBOOK, INSTAGRAM, type Platform } from '../src/platform.ts'
import { metaTexts } from '../src/texts.ts'
import { type MetaStandIn, type Person, type StandInOptions, startMeta } from './stand-in.ts'

const FILES = { fbcdn: 'https://*.fbcdn.net', fbsbx: 'https://*.fbsbx.com', cdninstagram: 'https://*.cdninstagram.com' }
const none = { 'error.noAccount': 'no such account' }
export const locales = metaTexts({ pt: none, en: none, es: none })

export interface Channel extends ChannelTestContext {
  readonly meta: MetaStandIn
  readonly platform: Platform
  readonly channel: ChannelInstance
  /** Bia, who wrote a moment ago. */
  readonly bia: Person
  send(content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  events<K extends InboundEvent['kind']>(kind: K): Extract<InboundEvent, { kind: K }>[]
}

export interface ChannelOptions extends ChannelContextOptions {
  meta?: MetaStandIn
  standIn?: Partial<StandInOptions>
}

/** A channel on a stand-in whose events reach it as the host would hand them on; both end with the test. */
export async function openChannel(type: Platform['type'], options: ChannelOptions = {}): Promise<Channel> {
  const platform = type === 'facebook' ? FACEBOOK : INSTAGRAM
  const time = { now: options.now ?? TEST_NOW }
  const meta = options.meta ?? (await startMeta({ platform: type, now: () => time.now, ...options.standIn }))
  const test = createChannelContext({
    locales,
    endpoints: { graph: meta.url, instagram: meta.url, dialog: meta.url, ...FILES },
    ...options,
    settings: {
      access: 'token',
      accountId: meta.account.id,
      verifyToken: 'our-word',
      comments: true,
      humanAgent: false,
      ...options.settings,
    },
    secrets: { accessToken: meta.token, appSecret: meta.app.secret, ...options.secrets },
  })
  const clock = {
    ...test.clock,
    now: test.clock.now,
    advance: (ms: number) => {
      time.now += ms
      test.clock.advance(ms)
    },
  }
  const channel = openMeta(test.ctx, platform)
  const bia = meta.person({ id: '9001', name: 'Bia Souza', username: 'bia' })
  meta.deliverTo((sample) => channel.receiveHook?.(hookRequest(sample)) ?? Promise.resolve(undefined))
  onTestFinished(async () => {
    await channel.disconnect()
    await channel.close?.()
    test.close()
    if (!options.meta) await meta.close()
  })
  return {
    ...test,
    clock,
    meta,
    platform,
    channel,
    bia,
    send: (content, more = {}) =>
      channel.send(
        outboundMessage({ kind: platform.addressKind, value: bia.id }, content, { lastInboundAt: time.now, ...more }),
        test.ctx.signal,
      ),
    events: <K extends InboundEvent['kind']>(kind: K) =>
      test.inbound.items.filter((event): event is Extract<InboundEvent, { kind: K }> => event.kind === kind),
  }
}

export const words = (text: string): Content => ({ type: 'text', text })

const TYPES: Partial<Record<MediaKind, string>> = {
  image: 'image/png',
  video: 'video/mp4',
  voice: 'audio/ogg',
  document: 'application/pdf',
}

/** A small stored file of the kind. */
export function saveFile(media: Media, kind: MediaKind) {
  const mimeType = TYPES[kind] ?? 'application/octet-stream'
  return media.save(Buffer.from('some bytes'), { mimeType, fileName: `sample.${mimeType.split('/')[1]}` })
}

/** What the host does when an appointment is due. */
export async function keepAppointments({ schedule, ctx, platform }: Channel): Promise<void> {
  for (const { name, payload } of schedule.takeDue()) await metaSchedule(platform)(ctx, name, payload, ctx.signal)
}
