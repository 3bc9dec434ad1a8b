import { randomUUID } from 'node:crypto'
import {
  type Address,
  type ChannelContext,
  type ChannelInstance,
  type MessageTarget,
  type OutboundMessage,
  PluginError,
} from '@recado/sdk'
import { addressBook, keepBook } from './address-book.ts'
import { type ControlChange, createControl, isControlChange } from './control.ts'
import { fetchFile } from './files.ts'
import { answerHook } from './hooks.ts'
import { createInbound } from './inbound.ts'
import { misbehave } from './misbehave.ts'
import { decideTemplates, keepHistory, officialParts } from './official.ts'
import { createProvider } from './provider.ts'
import { createSent, type SentEntry } from './sent.ts'
import type { FakeSettings } from './settings.ts'

const CONTROL = 'control'

export function openFake(
  ctx: ChannelContext<FakeSettings>,
  options: { idempotentSend: boolean; isOfficial: boolean },
): ChannelInstance {
  const control = createControl(ctx.settings.receipts ?? 'none')
  const inbound = createInbound(ctx, control)
  const sent = createSent()
  const provider = ctx.settings.provider ? createProvider(ctx) : null
  const self = randomUUID()
  let connected = false

  const report = () =>
    ctx.connection.set(control.state.disconnect ? { state: 'lost' } : { state: 'connected', account: account(ctx) })

  const apply = async (wanted: ControlChange) => {
    const before = control.state.disconnect
    control.change(wanted)
    if (connected && control.state.disconnect !== before) await report()
  }

  // A hook may reach any node; all instances of the channel misbehave together.
  const unsubscribe = ctx.bus.subscribe((topic, data) => {
    const hint = data as { from?: unknown; wanted?: unknown } | null
    if (topic === CONTROL && hint?.from !== self && isControlChange(hint?.wanted)) void apply(hint.wanted)
  })

  const note = (verb: SentEntry['verb'], about: Omit<SentEntry, 'n' | 'verb' | 'at'>) =>
    sent.add({ verb, at: ctx.clock.now(), ...about })
  const noteTarget = (
    verb: SentEntry['verb'],
    { id, externalId, chat }: MessageTarget,
    more: Partial<SentEntry> = {},
  ) => note(verb, { id, externalId, to: chat, ...more })
  const noteChat = (verb: SentEntry['verb'], to: Address, more: Partial<SentEntry> = {}) =>
    note(verb, { id: null, externalId: null, to, ...more })
  const accept = (message: OutboundMessage) => (options.idempotentSend ? message.id : randomUUID())

  return {
    ...(options.isOfficial ? officialParts(ctx, inbound, control) : addressBook(ctx, control)),
    async connect(signal) {
      if (provider) await provider.registerHook(await ctx.hookUrl(), signal)
      connected = true
      await report()
    },
    async disconnect() {
      connected = false
      inbound.stop()
      await ctx.connection.set({ state: 'disconnected' })
    },
    async close() {
      connected = false
      inbound.stop()
      unsubscribe()
    },
    async send(message, signal) {
      await misbehave(control, signal)
      const externalId = provider ? await provider.send(message, signal) : accept(message)
      const { id, to, content, seq, attempt, comment, forwarded } = message
      note('send', {
        id,
        externalId,
        to,
        content,
        seq,
        attempt,
        ...(comment ? { comment } : {}),
        ...(forwarded ? { forwarded } : {}),
      })
      if (!provider) inbound.receiptsFor(externalId)
      return { externalId }
    },
    async edit(target, content, signal) {
      await misbehave(control, signal)
      noteTarget('edit', target, { content })
    },
    async remove(target, signal) {
      await misbehave(control, signal)
      noteTarget('remove', target)
    },
    async react(target, emoji, signal) {
      await misbehave(control, signal)
      noteTarget('react', target, { value: emoji })
    },
    async markRead(chat) {
      noteChat('markRead', chat)
    },
    async typing(chat, on) {
      noteChat('typing', chat, { value: on })
    },
    fetchMedia: async (reference) => fetchFile(reference),
    async checkAddress(raw) {
      const { lookup } = control.state
      if (lookup !== null && lookup !== 'absent') throw new PluginError(lookup)
      const digits = lookup === 'absent' ? '' : raw.replace(/\D/g, '')
      return digits.length < 8 || digits.length > 15 ? null : { kind: 'phone', value: digits }
    },
    receiveHook: (request) =>
      answerHook(request, {
        control,
        async receive(events) {
          await decideTemplates(ctx, events)
          await inbound.push(events)
        },
        sent,
        keepHistory: (events) => keepHistory(ctx, events),
        keepBook: (body) => keepBook(ctx, body),
        async change(wanted) {
          await apply(wanted)
          ctx.bus.publish(CONTROL, { from: self, wanted })
        },
      }),
  }
}

const account = (ctx: ChannelContext<FakeSettings>) => ({ id: `fake-${ctx.instance.id}`, name: ctx.instance.name })
