import type { ChannelContext, Content, Party } from '@recado/sdk'
import type { Static } from 'typebox'
import { addressOf, isUuid } from './address.ts'
import type { Conversation } from './conversation.ts'
import type { Files } from './files.ts'
import type { Hub } from './hub.ts'
import { profileOf } from './identity.ts'
import type { Limits, Rate } from './limits.ts'
import { prechatFields, readAnswers } from './prechat.ts'
import type { Rates } from './rates.ts'
import { Refusal } from './refusal.ts'
import type { OfflineBody, SendBody } from './schemas.ts'
import type { Session, Sessions } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'

const TYPING_EVERY_MS = 1_500

/** The visitor as the host sees them. The conversation's own address first: answers go there. */
export function partyOf(session: Session, t: ChannelContext['t']): Party {
  const { name, email, phone } = session.profile
  const extra = { ...session.answers, ...(session.page ? { page: session.page.slice(0, 1_000) } : {}) }
  return {
    addresses: [addressOf(session.address), ...(session.joined ? [addressOf(session.joined)] : [])],
    label: t('visitor', { code: session.address.slice(-4).toUpperCase() }),
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(session.locale ? { locale: session.locale } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
}

interface Deps {
  ctx: ChannelContext<WebchatSettings>
  sessions: Sessions
  conversation: Conversation
  files: Files
  hub: Hub
  rates: Rates
  limits: Limits
}

export type Actions = ReturnType<typeof createActions>

/** What a visitor can do, the same over the socket and over HTTP. Each throws a `Refusal` or has happened. */
export function createActions({ ctx, sessions, conversation, files, hub, rates, limits }: Deps) {
  function allow(session: Session, what: string, rate: Rate): void {
    if (!rates.take(`${what}:${session.address}`, rate)) throw new Refusal('ERR_RATE_LIMITED')
  }

  function checkText(text: string): string {
    if (text.length > limits.textLength) throw new Refusal('ERR_MESSAGE_TOO_LONG')
    return text
  }

  async function contentOf(session: Session, body: SendBody): Promise<Content> {
    const text = checkText((body.text ?? '').replaceAll('\0', ''))
    if (body.choice && !body.fileId) return { type: 'choice', id: body.choice.id, text: body.choice.text }
    if (body.fileId) return files.contentOf(session, body.fileId, text.trim())
    if (!text.trim()) throw new Refusal('ERR_VALIDATION', 'text')
    return { type: 'text', text }
  }

  async function push(session: Session, uuid: string, content: Content, from: string, replyTo?: string): Promise<void> {
    const at = ctx.clock.now()
    const id = uuid.toLowerCase()
    if (!isUuid(id)) throw new Refusal('ERR_VALIDATION', 'uuid')
    const answers = replyTo === undefined ? {} : { replyTo }
    await ctx.inbound.push([
      {
        kind: 'message',
        externalId: id,
        clientId: id,
        direction: 'in',
        chat: partyOf(session, ctx.t),
        content,
        at,
        ...answers,
      },
    ])
    if (!session.wrote) await sessions.update(session.id, (before) => ({ ...before, wrote: true }))
    await hub.announce({ type: 'mine', to: session.address, id, at, from, content, ...answers })
  }

  return {
    /** Resolves when the host has durably accepted the message. A repeated uuid changes nothing. */
    async send(session: Session, body: SendBody, from: string): Promise<{ uuid: string; id: string }> {
      allow(session, 'message', limits.rates.messages)
      if (prechatFields(ctx.settings, session).length > 0) throw new Refusal('ERR_PRECHAT_REQUIRED')
      await push(session, body.uuid, await contentOf(session, body), from, body.replyTo)
      return { uuid: body.uuid, id: body.uuid.toLowerCase() }
    },

    typing(session: Session, on: boolean): void {
      if (on && !rates.take(`typing:${session.address}`, { max: 1, perMs: TYPING_EVERY_MS })) return
      ctx.inbound.typing(addressOf(session.address), on)
    },

    read: (session: Session, upto: string): Promise<void> => conversation.markRead(session.address, upto),

    /** Answers of the form before the conversation; checked here whatever the widget did. */
    async prechat(session: Session, values: Record<string, string>): Promise<Session> {
      allow(session, 'form', limits.rates.forms)
      const read = readAnswers(prechatFields(ctx.settings, session), values)
      if ('wrong' in read) throw new Refusal('ERR_VALIDATION', read.wrong)
      const after = await sessions.update(session.id, (before) => ({
        ...before,
        profile: { ...read.profile, ...before.profile },
        answers: { ...before.answers, ...read.answers },
        prechatDone: true,
      }))
      if (!after) throw new Refusal('ERR_SESSION_ENDED')
      return after
    },

    /** The form of closed hours: becomes a message of the visitor with what they said about themselves. */
    async offline(session: Session, body: Static<typeof OfflineBody>): Promise<{ uuid: string; id: string }> {
      allow(session, 'form', limits.rates.forms)
      const text = checkText(body.text).trim()
      if (!text) throw new Refusal('ERR_VALIDATION', 'text')
      const said = profileOf(body)
      const after = await sessions.update(session.id, (before) => ({
        ...before,
        profile: { ...said, ...before.profile },
        prechatDone: true,
      }))
      if (!after) throw new Refusal('ERR_SESSION_ENDED')
      await push(after, body.uuid, { type: 'text', text }, 'form')
      return { uuid: body.uuid, id: body.uuid.toLowerCase() }
    },
  }
}
