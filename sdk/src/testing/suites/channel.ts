import type { ChannelInstance } from '../../contributions/channel.ts'
import type { Content, MessageTarget } from '../../messages/index.ts'
import { type Calls, callChecks } from '../checks/calls.ts'
import { channelContactChecks } from '../checks/channel-contacts.ts'
import { channelFeatureChecks } from '../checks/channel-features.ts'
import { channelInboundChecks } from '../checks/channel-inbound.ts'
import {
  type ChannelOptions,
  type ChannelSubject,
  channelKind,
  connectChannel,
  sampleAddress,
} from '../checks/channel-kind.ts'
import { channelSendChecks } from '../checks/channel-send.ts'
import { declarationChecks } from '../checks/common.ts'
import { lifeChecks } from '../checks/life.ts'
import type { ChannelTestContext } from '../context/channel-context.ts'
import { outboundMessage } from '../samples.ts'
import { subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

/**
 * Proves a channel against the contract. Call it at the top of a test file:
 * `channelConformance({ api: { describe, it, expect }, manifest: new URL('../package.json', import.meta.url), … })`
 */
export function channelConformance(options: ChannelOptions): void {
  registerChecks(options.api, `channel ${options.type} keeps the contract`, channelChecks(options))
}

/** The same rules without a test runner. */
export function channelChecks(options: Omit<ChannelOptions, 'api'>): Check[] {
  const subject: ChannelSubject = { ...options, ...subjectOf('channel', options) }
  const kind = channelKind(subject)
  return [
    ...declarationChecks(subject),
    ...channelFeatureChecks(subject),
    ...lifeChecks(subject, kind, async (instance, test) => {
      await connectChannel(subject, instance, test)
      await instance.send(textTo(subject), test.ctx.signal)
    }),
    ...channelSendChecks(subject),
    ...channelContactChecks(subject),
    ...channelInboundChecks(subject),
    ...callChecks(subject, kind, channelCalls(subject)),
  ]
}

const text: Content = { type: 'text', text: 'Bom dia!' }
const textTo = (subject: ChannelSubject) => outboundMessage(sampleAddress(subject), text)

function channelCalls(subject: ChannelSubject): Calls<ChannelTestContext, ChannelInstance> {
  const target = (): MessageTarget => ({
    id: textTo(subject).id,
    externalId: '1',
    chat: sampleAddress(subject),
    fromMe: true,
  })
  return {
    connect: (instance, _, signal) => instance.connect(signal),
    send: (instance, _, signal) => instance.send(textTo(subject), signal),
    edit: (instance, _, signal) => instance.edit?.(target(), text, signal),
    remove: (instance, _, signal) => instance.remove?.(target(), signal),
    react: (instance, _, signal) => instance.react?.(target(), null, signal),
    markRead: (instance, _, signal) => instance.markRead?.(target().chat, ['1'], signal),
    typing: (instance, _, signal) => instance.typing?.(target().chat, true, signal),
    fetchMedia: (instance, _, signal) => instance.fetchMedia?.('1', signal),
    fetchHistory: (instance, _, signal) => instance.fetchHistory?.(target().chat, { count: 1 }, signal),
    checkAddress: (instance, _, signal) => instance.checkAddress?.(subject.address, signal),
    syncTemplates: (instance, _, signal) => instance.syncTemplates?.(signal),
    listContacts: (instance, _, signal) => instance.listContacts && collect(instance.listContacts(signal)),
  }
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}
