import { CONNECTION_STATES } from '../../context.ts'
import type { ChannelDefinition, ChannelInstance } from '../../contributions/channel.ts'
import { type Address, InboundEvent } from '../../messages/index.ts'
import type { Kind } from '../bench.ts'
import { type ChannelTestContext, createChannelContext } from '../context/channel-context.ts'
import type { ConformanceOptions, Subject } from '../subject.ts'
import type { NamedHook } from './hooks.ts'
import { shapeProblems } from './step.ts'

/** What the suite of a channel is told beyond the common options. */
export interface ChannelOptions extends ConformanceOptions {
  /** An address as an agent types it in, to which the stand-in takes messages. */
  address: string
  samples?: {
    /** Hooks as the provider sends them, signed with the given secrets. */
    hooks?: readonly ChannelHook[]
    /** Hooks without a valid signature. */
    forged?: readonly NamedHook[]
  }
  /**
   * Brings an instance to the state `connected`; by default `connect` alone does. A session with a QR code lets its
   * stand-in scan it here.
   */
  connect?(instance: ChannelInstance, test: ChannelTestContext): Promise<void>
  /** Makes the stand-in report something over the session; the suite waits for the events and checks them. */
  expectInbound?: { name: string; trigger(): Promise<void>; events: readonly EventPattern[] }[]
}

/** An event that must come; only the named fields are compared. */
export type EventPattern = { kind: InboundEvent['kind']; externalId?: string }

export interface ChannelHook extends NamedHook {
  /** What comes of it; `[]` for hooks that are acknowledged and ignored. At least one event when absent. */
  events?: readonly EventPattern[]
}

export type ChannelSubject = Subject<ChannelDefinition> & Omit<ChannelOptions, 'api'>

export const channelKind = (subject: ChannelSubject): Kind<ChannelTestContext, ChannelInstance> => ({
  context: createChannelContext,
  prepare: () => subject.definition().prepare?.(),
  open: (test) => subject.definition().open(test.ctx),
  async shut(instance) {
    await instance.disconnect()
    await instance.close?.()
  },
  reported: (test, instance) => [
    ...test.inbound.items.flatMap((event) => eventProblems(event, instance)),
    ...test.reports.items
      .filter(({ state }) => !CONNECTION_STATES.includes(state))
      .map(({ state }) => `it reported the connection state ${state}, which does not exist`),
  ],
})

function eventProblems(event: InboundEvent, instance: ChannelInstance): string[] {
  const what = `the event ${event?.kind}`
  const [shape] = shapeProblems(what, InboundEvent, event)
  if (shape) return [shape]
  const [reference] = referencesOf(event)
  return reference && !instance.fetchMedia ? [`${what} refers to a file, and fetchMedia is missing`] : []
}

/** The plugin's own handles in an event, which the host will ask `fetchMedia` for. */
export function referencesOf(event: InboundEvent): string[] {
  if (event.kind !== 'message') return []
  const { content, chat, sender } = event
  const file = content.type === 'media' && content.media.id === undefined ? content.media.ref : undefined
  return [file, chat.avatarRef, sender?.avatarRef].filter((reference) => reference !== undefined)
}

/** Where the suite sends to. */
export function sampleAddress(subject: ChannelSubject): Address {
  const { kind, normalise } = subject.definition().address
  return { kind, value: normalise(subject.address) }
}

export async function connectChannel(
  subject: ChannelSubject,
  instance: ChannelInstance,
  test: ChannelTestContext,
): Promise<void> {
  if (subject.connect) await subject.connect(instance, test)
  else await instance.connect(test.ctx.signal)
  await test.reports.waitFor((report) => report.state === 'connected')
}

/** The dedupe keys of what was pushed. */
export const eventNames = (test: ChannelTestContext): string[] => [...new Set(test.inbound.items.map(eventName))]

function eventName(event: InboundEvent): string {
  switch (event.kind) {
    case 'receipt':
      return `receipt ${event.status} ${(event.externalIds ?? []).join(',')}`
    case 'reaction':
      return `reaction ${event.externalId} ${event.from.value} ${event.emoji}`
    case 'contact':
      return `contact ${event.party.addresses[0]?.value}`
    case 'group':
      return `group ${event.chat.addresses[0]?.value}`
    case 'template':
      return `template ${event.id ?? event.name} ${event.status}`
    default:
      return `${event.kind} ${event.externalId}`
  }
}
