import type { Scope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { FileUrl } from '../../auth/index.ts'
import type { SignedUrl } from '../../media/index.ts'
import { loadTickets, loadViewer, presentTicket, seenWithViewer, type TicketRecord } from '../../tickets/index.ts'
import { presentMessage } from '../presenter.ts'
import { loadMessages, type MessageRecord } from '../repo.ts'
import { before, cursorOf, DAY_MS, readCursor, type SearchPlace, topDay } from './place.ts'
import { type FoundMessage, type FoundMessages, MAX_PAGES, type MessageSearch } from './schemas.ts'
import * as repo from './search-repo.ts'
import { walkBack } from './walk.ts'
import { excerptOf, fold, wordsOf } from './words.ts'

const PAGE = 20
/** A search that has taken this long answers what it has. */
const BUDGET_MS = 700
const DAYS = { first: 1, most: 32 }
/** Messages of one ticket that are read together. */
const NUMBERS = { first: 2_000, most: 4_000 }

export interface SearchDeps {
  uow: UnitOfWork
  fileUrl: FileUrl
  signedUrl: SignedUrl
  /** Whether the caller may look into tickets that wait. */
  looksIntoPending(scope: Scope): Promise<boolean>
}

interface Wanted {
  words: string[]
  /** Null at the newest. */
  place: SearchPlace | null
  /** Hits to find: those of the pages before that are not known by a cursor, the page's, and one more. */
  limit: number
}

export function createMessageSearch(deps: SearchDeps) {
  const { uow } = deps

  const overAll = async (scope: Scope, { words, place, limit }: Wanted) => {
    const [viewer, days, withPending] = await Promise.all([
      loadViewer(uow, scope),
      repo.findDays(uow, scope),
      deps.looksIntoPending(scope),
    ])
    const start = place && 'at' in place ? place : null
    const end = timeout()
    const { hits, next } = await walkBack({
      top: start ? Math.min(days.last, topDay(start)) : days.last,
      floor: days.first,
      limit,
      step: DAYS,
      look: (from, to) =>
        repo.findInDays(uow, scope, { viewer, words, withPending, before: start, take: limit }, from, to),
      isOver: end,
    })
    return { hits, rest: next === null ? null : before((next + 1) * DAY_MS), showPhones: !viewer.masksPhones }
  }

  const within = async (scope: Scope, ticketId: number, { words, place, limit }: Wanted) => {
    const { record, viewer } = await seenWithViewer(uow, scope, ticketId)
    if (record.status === 'pending' && !(await deps.looksIntoPending(scope))) throw new AppError('ERR_NO_PERMISSION')
    const { hits, next } = await walkBack({
      top: place && 'seq' in place ? place.seq - 1 : record.seq,
      floor: 1,
      limit,
      step: NUMBERS,
      look: (from, to) => repo.findInTicket(uow, scope, { viewer, ticketId, words, take: limit }, from, to),
      isOver: timeout(),
    })
    return { hits, rest: next === null ? null : { seq: next + 1 }, showPhones: !viewer.masksPhones }
  }

  const present = async (scope: Scope, ids: string[], words: string[], showPhones: boolean) => {
    const records = new Map((await loadMessages(uow, scope, ids)).map((record) => [record.id, record]))
    const ticketIds = [...new Set([...records.values()].map(({ ticketId }) => ticketId))]
    const tickets = new Map((await loadTickets(uow, scope, ticketIds)).map((ticket) => [ticket.id, ticket]))
    return ids.flatMap((id): FoundMessage[] => {
      const record = records.get(id)
      const ticket = record && tickets.get(record.ticketId)
      return record && ticket ? [found(scope, record, ticket, words, showPhones)] : []
    })
  }

  const found = (
    scope: Scope,
    record: MessageRecord,
    ticket: TicketRecord,
    words: string[],
    showPhones: boolean,
  ): FoundMessage => {
    const { tenantId, locale } = scope
    const { fileUrl, signedUrl } = deps
    const message = presentMessage(record, { tenantId, showPhones, locale, fileUrl, signedUrl, readUpTo: 0 })
    const { contact, whatsapp, status } = presentTicket(ticket, { showPhones, fileUrl })
    const { edited, body } = message
    const isInEdited = edited !== null && words.some((word) => fold(edited).includes(fold(word)))
    return {
      id: message.id,
      ticketId: ticket.id,
      seq: message.seq,
      body: excerptOf(isInEdited ? edited : body, words),
      createdAt: message.createdAt,
      fromMe: message.fromMe,
      mediaType: message.mediaType,
      sender: message.sender,
      contact: { id: contact.id, name: contact.name, number: contact.number, profilePicUrl: contact.profilePicUrl },
      whatsapp: { id: whatsapp.id, name: whatsapp.name, type: whatsapp.type },
      ticketStatus: status,
    }
  }

  return {
    /** @throws ERR_VALIDATION, ERR_TOO_MANY_PAGES; in one ticket ERR_NO_TICKET_FOUND, and ERR_NO_PERMISSION as `list` */
    async search(scope: Scope, query: MessageSearch): Promise<FoundMessages> {
      const { ticketId, searchParam, pageSize: size = PAGE } = query
      if (searchParam === undefined) return { messages: [], count: 0, hasMore: false, nextCursor: null }
      const words = wordsOf(searchParam)
      const start = query.cursor === undefined ? null : readCursor(query.cursor, ticketId !== undefined)
      const page = start ? start.page : (query.pageNumber ?? 1)
      if (page > MAX_PAGES) throw new AppError('ERR_TOO_MANY_PAGES')
      const skip = start ? 0 : (page - 1) * size
      const wanted = { words, place: start?.place ?? null, limit: skip + size + 1 }
      const { hits, rest, showPhones } = await (ticketId === undefined
        ? overAll(scope, wanted)
        : within(scope, ticketId, wanted))
      const shown = hits.slice(skip, skip + size)
      const last = shown.at(-1)
      const isFull = hits.length > skip + size && last !== undefined
      const goesOn = isFull ? (ticketId === undefined ? { at: last.at, id: last.id } : { seq: last.seq }) : rest
      const count = (start?.count ?? skip) + shown.length
      // a page that was given up for its time is no page
      const nextPage = isFull ? page + 1 : page
      return {
        messages: await present(
          scope,
          shown.map(({ id }) => id),
          words,
          showPhones,
        ),
        count,
        hasMore: goesOn !== null,
        nextCursor: goesOn && cursorOf(goesOn, nextPage, count),
      }
    },
  }
}

const timeout = (): (() => boolean) => {
  const end = performance.now() + BUDGET_MS
  return () => performance.now() > end
}
