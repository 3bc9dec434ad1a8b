import type { ChannelFeatures, Content, ContentOf, MediaInfo, Party } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import { type Scope, systemScope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { UploadedFile } from '../../platform/http/bind.ts'
import type { ChannelKey } from '../../plugin-host/index.ts'
import { audit } from '../auth/index.ts'
import type { MediaService } from '../media/index.ts'
import {
  factsOf,
  loadViewer,
  mayRead,
  mayReadFrom,
  presentTicket,
  seenTicket,
  seenWithViewer,
  type TicketRecord,
  type TicketViewer,
  viewFor,
  visibleSql,
} from '../tickets/index.ts'
import { asReply, createCommenting } from './comments.ts'
import { compose } from './compose.ts'
import type { Message, MessageSend, MessagesQuery } from './contract.ts'
import { createForwarding } from './copies.ts'
import { createFirstMessage } from './first-message.ts'
import { createGroupMembers } from './group-members.ts'
import { type MessageNews, readUpTo, saidInOf } from './news.ts'
import { createQueue, type Queue } from './outbound/queue.ts'
import { withOwnFiles } from './own-files.ts'
import { presentMessage } from './presenter.ts'
import * as repo from './repo.ts'
import { createMessageSearch } from './search/search.ts'
import { createSendingLater } from './sending-later.ts'
import { held, isWarned, type Place, type RequireWindow, requireUnanswered, withName } from './sending-terms.ts'
import { resigned } from './signature.ts'
import { createSynchronising } from './synchronising.ts'
import { createUndoing } from './undoing.ts'

const PAGE = 30
const HOUR_MS = 3_600_000

export interface MessageDeps {
  uow: UnitOfWork
  clock: Clock
  media: Pick<MediaService, 'info' | 'saveStream' | 'signedUrl'>
  fileUrl: (tenantId: number, mediaId: string) => string
  news: MessageNews
  /** Null for a type whose plugin is missing. */
  featuresOf(type: string): ChannelFeatures | null
  /** A template as it is to be sent. @throws ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES */
  fillTemplate(scope: Scope, channelId: number, content: ContentOf<'template'>): Promise<ContentOf<'template'>>
  /** The contact's live ticket on a channel; opened for the caller where there is none. @throws what opening refuses */
  liveTicket(scope: Scope, place: { contactId: number; channelId: number; queueId: number | null }): Promise<number>
  /** Has the channel report the newest messages of a conversation. @throws what its plugin refuses */
  fetchHistory(tenantId: number, ticket: TicketRecord, count: number): Promise<void>
  /** Who is in the group of a ticket. @throws what its plugin refuses */
  groupMembers(tenantId: number, ticket: TicketRecord): Promise<{ party: Party; isAdmin: boolean }[]>
  /** Messages of colleagues that the caller has not read. */
  unreadInternal(scope: Scope): Promise<number>
  /** Deliveries wait on this channel. */
  kick(channel: ChannelKey): void
}

export function createMessageService(deps: MessageDeps) {
  const { uow, clock, media, news } = deps

  const seen = async (scope: Scope, ticketId: number) => {
    const { record: ticket, viewer } = await seenWithViewer(uow, scope, ticketId)
    return { ticket, viewer }
  }

  const present = (scope: Scope, ticket: TicketRecord, viewer: TicketViewer) => (record: repo.MessageRecord) =>
    presentMessage(record, {
      tenantId: scope.tenantId,
      showPhones: !viewer.masksPhones,
      locale: scope.locale,
      fileUrl: deps.fileUrl,
      signedUrl: media.signedUrl,
      readUpTo: readUpTo(ticket),
      withholds: (message) => !mayReadFrom(viewer, saidInOf(ticket, message)),
    })

  /** @throws ERR_WAPP_NOT_INITIALIZED when the channel's plugin is missing */
  const featuresFor = (ticket: TicketRecord): ChannelFeatures => {
    const features = deps.featuresOf(ticket.channel.type)
    if (!features) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return features
  }

  const requireWindow: RequireWindow = async (scope, ticket, features, items) => {
    if (features.windowHours === undefined || items.every((item) => item.type === 'template')) return
    // what stands below a post knows no window
    if (ticket.thread !== '') return
    const { isOpen, humanExpiresAt } = await windowOf(scope, ticket, features)
    const mayPerson = humanExpiresAt !== null && Date.parse(humanExpiresAt) > clock.now()
    if (!isOpen && !mayPerson) throw new AppError('ERR_MESSAGE_WINDOW_CLOSED')
  }

  const windowOf = async (scope: Scope, place: Place, features: ChannelFeatures | null) => {
    const { windowHours: hours, humanWindowHours: humanHours } = features ?? {}
    const at = await repo.lastInboundAt(uow, scope.tenantId, place)
    const expiresAt = hours !== undefined && at !== null ? at + hours * HOUR_MS : null
    const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
    return {
      isOfficial: hours !== undefined,
      isOpen: hours === undefined || (expiresAt !== null && expiresAt > clock.now()),
      lastInboundAt: iso(at),
      expiresAt: iso(expiresAt),
      humanExpiresAt: iso(humanHours !== undefined && at !== null ? at + humanHours * HOUR_MS : null),
    }
  }

  /** The files of a form, stored as they arrive. */
  const receive = async (scope: Scope, files: AsyncIterable<UploadedFile>): Promise<MediaInfo[]> => {
    const stored: MediaInfo[] = []
    for await (const { stream, fileName, mimeType } of files)
      stored.push(await media.saveStream(scope, { stream, fileName, mimeType }))
    return stored
  }

  const uploaded = async (scope: Scope, ids: string[]): Promise<MediaInfo[]> => {
    const found = await Promise.all(ids.map((id) => media.info(scope, id)))
    return found.map((info) => {
      if (!info) throw new AppError('ERR_NO_MEDIA_FOUND')
      return info
    })
  }

  const ownContent = async (scope: Scope, { channelId }: TicketRecord, given: Content): Promise<Content> => {
    const content = await withOwnFiles(given, (id) => media.info(scope, id))
    return content.type === 'template' ? deps.fillTemplate(scope, channelId, content) : content
  }

  const quotedId = async (
    scope: Scope,
    ticket: TicketRecord,
    viewer: TicketViewer,
    send: MessageSend,
  ): Promise<string | null> => {
    const whole = typeof send.quotedMsg === 'object' ? send.quotedMsg?.id : undefined
    const id = send.quotedMsgId ?? whole
    if (!id) return null
    const quoted = await repo.findMessage(uow, scope, id)
    if (quoted?.ticketId !== ticket.id || !mayReadFrom(viewer, saidInOf(ticket, quoted)))
      throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    return quoted.id
  }

  const queue = createQueue({ uow, news, kick: deps.kick })

  /** A message that the caller sees, with its ticket. @throws ERROR_NOT_FOUND_MESSAGE */
  const seenMessage = async (scope: Scope, id: string) => {
    const message = await repo.findMessage(uow, scope, id)
    if (!message) throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    const found = await seen(scope, message.ticketId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('ERROR_NOT_FOUND_MESSAGE') : error
    })
    const facts = { ...factsOf(found.ticket), saidIn: saidInOf(found.ticket, message) }
    if (!mayRead(found.viewer, facts)) throw new AppError('ERR_NO_PERMISSION')
    return { message, ...found }
  }

  const changed = async (scope: Scope, id: string, type: 'chat:ack' | 'chat:update' | 'chat:delete') => {
    const { message, ticket, viewer } = await seenMessage(scope, id)
    await news.announce(scope.tenantId, type, [message], [ticket])
    return present(scope, ticket, viewer)(message)
  }

  const isAuthor = (scope: Scope, message: repo.MessageRecord) =>
    message.userId !== null && message.userId === userIdOf(scope)
  const isSenior = ({ actor }: Scope) =>
    actor.kind !== 'user' || actor.profile === 'admin' || actor.profile === 'supervisor'
  const isLate = (message: repo.MessageRecord, rule: { withinSeconds: number }) =>
    rule.withinSeconds > 0 && clock.now() - message.createdAt > rule.withinSeconds * 1000

  const parts = { deps, seen, seenMessage, present, featuresFor, queue }
  const group = createGroupMembers(parts)

  return {
    members: group.members,
    ...createForwarding(parts),
    ...createCommenting(parts),
    ...createUndoing(parts),
    ...createMessageSearch({
      uow,
      fileUrl: deps.fileUrl,
      signedUrl: media.signedUrl,
      looksIntoPending: async (scope) => mayRead(await loadViewer(uow, scope), { status: 'pending' }),
    }),
    ...createSynchronising(parts),
    ...createSendingLater({ ...parts, uploaded, requireWindow }),
    ...createFirstMessage({ deps, requireWindow }),

    /** @throws ERR_NO_PERMISSION for a waiting ticket where agents may not look before they accept */
    async list(scope: Scope, ticketId: number, query: MessagesQuery) {
      // read beside the question whether they may: whoever may not gets none of it
      const [{ ticket, viewer }, records] = await Promise.all([
        seen(scope, ticketId),
        repo.loadRange(uow, scope, ticketId, rangeOf(query)),
      ])
      if (!mayRead(viewer, factsOf(ticket))) throw new AppError('ERR_NO_PERMISSION')
      const [first, last] = [records.at(0)?.seq ?? 1, records.at(-1)?.seq ?? ticket.seq]
      return {
        count: ticket.seq,
        messages: records.map(present(scope, ticket, viewer)),
        messagesOffLine: [],
        ticket: presentTicket(ticket, viewFor(viewer, deps.fileUrl)),
        hasMore: query.after === undefined ? first > 1 : last < ticket.seq,
      }
    },

    async send(scope: Scope, ticketId: number, send: MessageSend, files?: AsyncIterable<UploadedFile>) {
      const { ticket, viewer } = await seen(scope, ticketId)
      if (ticket.status !== 'open') throw new AppError('ERR_TICKET_STATE', { params: { status: ticket.status } })
      const features = featuresFor(ticket)
      // fields of a form are complete once its files have been read
      const stored = [...(files ? await receive(scope, files) : []), ...(await uploaded(scope, send.mediaIds ?? []))]
      const replyToId = await quotedId(scope, ticket, viewer, send)
      const content = send.content && (await ownContent(scope, ticket, send.content))
      await requireUnanswered(uow, scope, { ticket, viewer }, send)
      const wanted = content ? { ...send, content } : viewer.mustSign ? withName(send, viewer.name) : send
      const mentions = await group.mentions(scope, ticket, send.mentions)
      const draft = { send: wanted, files: stored, replyToId, userId: userIdOf(scope), sendType: 'chat', mentions }
      const composed = compose(draft, features)
      const items = ticket.thread === '' ? composed : asReply(composed, features, send.commentReply ?? 'public')
      if (!isWarned(send)) await requireWindow(scope, ticket, features, items)
      const records = await queue(scope, ticket, held(items, send))
      return { messages: records.map(present(scope, ticket, viewer)) }
    },

    /** A text of the program itself (farewell, transfer, …); sent whatever state the ticket is in. */
    async sendText(scope: Scope, ticketId: number, text: string, sendType: 'bot', id?: string): Promise<void> {
      const ticket = await seenTicket(uow, systemScope(scope.tenantId, sendType), ticketId)
      const features = deps.featuresOf(ticket.channel.type)
      if (!features || text.trim() === '') return
      const draft = {
        send: { body: text, ...(id === undefined ? {} : { id }) },
        files: [],
        replyToId: null,
        userId: null,
        sendType,
      }
      await queue(scope, ticket, compose(draft, features))
    },

    async retry(scope: Scope, id: string, decision: 'resend' | 'sent' | undefined): Promise<Message> {
      const { message } = await seenMessage(scope, id)
      const isFailed = message.status === 'failed' && !message.isDeleted
      // whether a doubtful message arrived is for a person to say
      if (!message.fromMe || !(isFailed || (message.status === 'unknown' && decision)))
        throw new AppError('ERR_CONFLICT')
      const done = await uow.run(scope, (tx) =>
        !isFailed && decision === 'sent' ? repo.markSent(tx, message.id) : repo.requeue(tx, message),
      )
      if (!done) throw new AppError('ERR_CONFLICT')
      deps.kick({ tenantId: scope.tenantId, channelId: message.channelId })
      return changed(scope, message.id, 'chat:ack')
    },

    async remove(scope: Scope, id: string): Promise<Message> {
      const { message, ticket } = await seenMessage(scope, id)
      if (!message.fromMe || !(isAuthor(scope, message) || isSenior(scope))) throw new AppError('ERR_DELETE_SYSTEM_MSG')
      if (message.isDeleted) return changed(scope, message.id, 'chat:delete')
      const rule = featuresFor(ticket).remove
      await uow.run(scope, async (tx) => {
        if (!(await repo.cancelSend(tx, message.id))) {
          if (!rule) throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: 'remove' } })
          if (isLate(message, rule)) throw new AppError('ERR_DELETE_WAPP_MSG')
          await repo.queueChange(tx, message, 'remove', {})
        }
        await repo.setDeleted(tx, message.id)
        await audit(tx, { action: 'message.remove', object: `message:${message.id}` })
      })
      deps.kick({ tenantId: scope.tenantId, channelId: message.channelId })
      return changed(scope, message.id, 'chat:delete')
    },

    async edit(scope: Scope, id: string, text: string): Promise<Message> {
      const { message, ticket } = await seenMessage(scope, id)
      if (!message.fromMe || !isAuthor(scope, message) || message.isDeleted) throw new AppError('ERR_EDITING_WAPP_MSG')
      const features = featuresFor(ticket)
      if (!features.edit) throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: 'edit' } })
      if (isLate(message, features.edit)) throw new AppError('ERR_EDITING_WAPP_MSG')
      const { content } = message
      if (content.type !== 'text' && content.type !== 'media') throw new AppError('ERR_EDITING_WAPP_MSG')
      const next = { ...content, text: resigned(text.trim(), content.text ?? '') }
      const { maxLength } = features.text
      if (next.text.length > maxLength) throw new AppError('ERR_MESSAGE_TOO_LONG', { params: { maxLength } })
      await uow.run(scope, async (tx) => {
        await repo.setEdited(tx, message.id, next)
        await repo.queueChange(tx, message, 'edit', { content: next })
      })
      deps.kick({ tenantId: scope.tenantId, channelId: message.channelId })
      return changed(scope, message.id, 'chat:update')
    },

    async react(scope: Scope, id: string, emoji: string): Promise<Message> {
      const { message, ticket } = await seenMessage(scope, id)
      const { react } = featuresFor(ticket)
      const isTaken = react === true || (Array.isArray(react) && (emoji === '' || react.includes(emoji)))
      if (!isTaken) throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: 'reaction' } })
      const { actor } = scope
      if (actor.kind === 'system') throw new AppError('ERR_NO_PERMISSION')
      await uow.run(scope, async (tx) => {
        await repo.setReaction(tx, message.id, actor.userId, emoji, actor.name)
        await repo.queueChange(tx, message, 'react', { emoji: emoji === '' ? null : emoji })
      })
      deps.kick({ tenantId: scope.tenantId, channelId: message.channelId })
      return changed(scope, message.id, 'chat:update')
    },

    /** Sums over the visible tickets that are not closed, and what colleagues wrote. */
    async unread(scope: Scope) {
      const viewer = await loadViewer(uow, scope)
      const [tickets, internal] = await Promise.all([
        repo.sumUnread(uow, scope, visibleSql(viewer)),
        deps.unreadInternal(scope),
      ])
      return { ...tickets, internal }
    },

    async window(scope: Scope, ticketId: number) {
      const ticket = await seenTicket(uow, scope, ticketId)
      return windowOf(scope, ticket, deps.featuresOf(ticket.channel.type))
    },
  }
}

/** What the parts of the service share. */
export interface MessageParts {
  deps: MessageDeps
  /** @throws ERR_NO_TICKET_FOUND */
  seen(scope: Scope, ticketId: number): Promise<{ ticket: TicketRecord; viewer: TicketViewer }>
  /** @throws ERROR_NOT_FOUND_MESSAGE */
  seenMessage(
    scope: Scope,
    id: string,
  ): Promise<{ message: repo.MessageRecord; ticket: TicketRecord; viewer: TicketViewer }>
  present(scope: Scope, ticket: TicketRecord, viewer: TicketViewer): (record: repo.MessageRecord) => Message
  /** @throws ERR_WAPP_NOT_INITIALIZED */
  featuresFor(ticket: TicketRecord): ChannelFeatures
  queue: Queue
}

export type MessageService = ReturnType<typeof createMessageService>

/** A page as a range of numbers: pages count back from the newest message. */
function rangeOf({ after, before, pageNumber = 1, pageSize: size = PAGE }: MessagesQuery): repo.Range {
  if (after !== undefined) return { from: after + 1, to: after + size }
  if (before !== undefined) return { from: before - size, to: before - 1 }
  return { from: 1 - pageNumber * size, to: (1 - pageNumber) * size, isBack: true }
}
