import {
  type ChannelContext,
  type Content,
  createEchoes,
  echoText,
  isPluginError,
  type MessageTarget,
  type OutboundMessage,
  PluginError,
  type SendResult,
} from '@recado/sdk'
import { idOf, namedByNumber } from '@recado/whatsapp-ids'
import type { Driver, Outgoing } from '../drivers/driver.ts'
import { isKnownKind } from '../drivers/recipient.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'

/** Sends one message as as many as WhatsApp needs. After a failure half way, the next try goes on where it broke off. */
export async function send(
  ctx: ChannelContext,
  driver: Driver,
  out: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  if (!isKnownKind(out.to.kind)) throw new PluginError('RECIPIENT_INVALID', { detail: ctx.t('error.address') })
  const parts = partsOf(ctx, out.content)
  const all = parts.map((content, index) => outgoing(out, content, index))
  const said = all.map(({ content }) => echoText(content))
  const echo = driver.tellsOurIds ? null : await createEchoes(ctx).expect(out, said)
  const kept = out.attempt > 1 && parts.length > 1 ? await loadProgress(ctx.store, out.id) : []
  const sent = echo && echo.sent.length > kept.length ? [...echo.sent] : kept
  const resumed = kept.length > 0
  for (const part of all.slice(sent.length)) {
    try {
      const id = await driver.send(part, signal)
      sent.push(id)
      await echo?.answered(sent.length - 1, id)
    } catch (error) {
      if (sent.length > 0) await keepProgress(ctx.store, out.id, sent, error)
      if (isPluginError(error) && error.code !== 'AMBIGUOUS') await echo?.refused()
      throw error
    }
  }
  if (resumed) await forgetProgress(ctx.store, out.id)
  const [externalId = '', ...moreIds] = sent
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

function outgoing(out: OutboundMessage, content: Content, index: number): Outgoing {
  const id = index === 0 ? out.id : `${out.id}:${index}`
  const named = (content.type === 'text' || content.type === 'media') && content.text ? namedByNumber(content) : null
  return {
    id,
    trackId: id,
    to: out.to,
    content: named ? ({ ...content, text: named.text } as Content) : content,
    ...(out.replyTo && index === 0 ? { replyTo: out.replyTo } : {}),
    forwarded: out.forwarded ?? false,
    mentions: named?.people.flatMap((person) => idOf(person) ?? []) ?? [],
  }
}

/** The messages that one of ours becomes: WhatsApp has no words below sounds and stickers, and one card at a time. */
export function partsOf({ t }: Pick<ChannelContext, 't'>, content: Content): Content[] {
  if (content.type === 'contact') return content.contacts.map((person) => ({ type: 'contact', contacts: [person] }))
  if (content.type === 'text' && content.text.trim() === '') {
    throw new PluginError('REJECTED', { detail: t('error.empty') })
  }
  if (content.type !== 'media') return [content]
  const { text, mentions = [], ...file } = content
  const isBare = ['audio', 'voice', 'sticker'].includes(content.kind)
  if (!text?.trim()) return [file]
  return isBare ? [file, { type: 'text', text, mentions }] : [content]
}

/** Replaces the text of a message, or the words below a file. */
export async function edit(
  { t }: Pick<ChannelContext, 't'>,
  driver: Driver,
  target: MessageTarget,
  content: Content,
  signal: AbortSignal,
): Promise<void> {
  if (content.type === 'text') return driver.edit(target, namedByNumber(content).text, signal)
  if (content.type === 'media' && content.text) return driver.edit(target, namedByNumber(content).text, signal)
  throw new PluginError('UNSUPPORTED', { detail: t('error.unsupported', { type: content.type }) })
}
