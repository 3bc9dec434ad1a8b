/**
 * What the specification (§4) and the references (api-shapes §6.4, behaviour §2.4 to §2.11) say becomes of tickets, said
 * once more and independently of the product. Who sees what is `../visibility/model.ts`.
 */
import { mayKnow } from '../visibility/model.ts'
import {
  ADMIN,
  CLOSE_AFTER,
  type Known,
  type Outcome,
  PENDING_AFTER,
  PEOPLE,
  QUEUES,
  RATING_INTERVAL,
  RATING_WAIT,
  REASONS,
  REOPEN_DAYS,
  type Rules,
  type Wish,
  WORD,
} from './company.ts'

const ACCESS_AGAIN = 5
const free = { owner: null, snoozedUntil: null, remembered: null }

/** Who did it, and why: `person 3`. */
const by = (who: number | null, cause = 'person') => `${cause} ${who ?? '-'}`

export function createModel(rules: Rules) {
  const tickets: Known[] = []
  const active = PEOPLE.map(() => true)
  let online: number[] = []
  let now = 0
  let closings = 0
  /** Tickets closed together last, as they were. */
  let closedTogether: { ticket: Known; before: Known; closing: number }[] = []

  const seenAs = (me: number, t: Known, more: Partial<Known> = {}): boolean =>
    mayKnow(
      {
        settings: {
          NotViewTicketsQueueUndefined: false,
          NotViewTicketsChatBot: false,
          NotViewAssignedTickets: rules.NotViewAssignedTickets,
          DirectTicketsToWallets: false,
          allowPeek: true,
        },
        planHasGroups: true,
        queueCount: QUEUES.length,
        people: [...PEOPLE],
        tickets: [],
      },
      me,
      { ...{ isSnoozed: false, isInFlow: false, isGroup: false, wallets: [] }, ...t, ...more },
    )
  const leads = (me: number) => ['admin', 'supervisor'].includes(PEOPLE[me]?.profile ?? '')
  const liveOf = (contact: number) => tickets.find((t) => t.contact === contact && t.status !== 'closed')
  const reasonsFor = (queue: number | null) =>
    REASONS.flatMap((reason, place) => (reason.queue === null || reason.queue === queue ? [place] : []))

  const begin = (contact: number, queue: number | null): Known => {
    const t: Known = {
      ...{ contact, queue, status: 'pending', ...free, isWaiting: false, isAnswered: false, unread: 0, reason: null },
      ...{ rating: 'none', log: [], heldSince: 0, closedAt: 0, closing: 0, ratings: [], accesses: new Map() },
    }
    tickets.push(t)
    return t
  }
  const end = (t: Known) => Object.assign(t, { status: 'closed', ...ends(t), closedAt: now, closing: ++closings })
  const ends = ({ owner }: Known) => ({ ...free, owner, isWaiting: false, unread: 0 })

  const closingRefusal = (t: Known, reason: number | null): string | null => {
    const choices = reasonsFor(t.queue)
    if (reason !== null && !choices.includes(reason)) return 'ERR_NO_CLOSING_REASON_FOUND'
    return reason === null && rules.closingReasonRequired && choices.length > 0 ? 'ERR_CLOSING_REASON_REQUIRED' : null
  }

  const ask = (t: Known) => {
    const asked = tickets.filter(({ contact }) => contact === t.contact).flatMap(({ ratings }) => ratings)
    if (!rules.ratingEnabled || asked.some(({ askedAt }) => askedAt > now - RATING_INTERVAL)) return
    t.ratings.push({ askedAt: now, tries: 0 })
    t.rating = 'waiting'
    t.log.push(`ratingRequested ${by(null, 'rule')}`)
  }

  /** Why it may not be; null when it may. */
  const refusalOf = (me: number, t: Known, wish: Wish): string | null => {
    if (!seenAs(me, t)) {
      const wasTaken = t.status === 'open' && t.owner !== null && seenAs(me, t, { status: 'pending', owner: null })
      return wish.do === 'accept' && wasTaken ? 'ERR_TICKET_TAKEN' : 'ERR_NO_TICKET_FOUND'
    }
    const isClosed = t.status === 'closed'
    switch (wish.do) {
      case 'accept':
        return t.status === 'open' && t.owner !== null && t.owner !== me && !leads(me) ? 'ERR_TICKET_TAKEN' : null
      case 'return':
        return t.status === 'open' ? null : 'ERR_TICKET_STATE'
      case 'delete':
        return PEOPLE[me]?.profile === 'admin' ? null : 'ERR_NO_PERMISSION'
      case 'snooze':
        return isClosed ? 'ERR_TICKET_STATE' : null
      case 'close':
        return isClosed ? 'ERR_TICKET_STATE' : closingRefusal(t, wish.reason)
      case 'transfer': {
        if (isClosed) return 'ERR_TICKET_STATE'
        const { queue, to } = wish
        if (to !== null && !active[to]) return 'ERR_NO_USER_FOUND'
        const isSame = queue === t.queue && to === t.owner && (to !== null) === (t.status === 'open')
        const isMember = to === null || queue === null || PEOPLE[to]?.queues.some((one) => one === queue)
        return isSame || !isMember || (queue === null && to === null) ? 'ERR_TRANSFER_TARGET' : null
      }
      case 'reopen':
        if (!leads(me) && !rules.allowReopen) return 'ERR_NO_PERMISSION'
        if (now - t.closedAt > REOPEN_DAYS * 1440) return 'ERR_TICKET_TOO_OLD'
        return liveOf(t.contact) ? 'ERR_OTHER_OPEN_TICKET' : null
      default:
        return null
    }
  }

  /** What a customer's message does. */
  const hears = (contact: number, text: { score: boolean; isShort: boolean }) => {
    const live = liveOf(contact)
    if (live) {
      if (live.snoozedUntil !== null) live.log.push(`woken ${by(null, 'customer')}`)
      return Object.assign(live, { snoozedUntil: null, isWaiting: true, isAnswered: false, unread: live.unread + 1 })
    }
    const asked = tickets
      .filter((t) => t.contact === contact && t.rating === 'waiting')
      .sort((a, b) => (b.ratings.at(-1)?.askedAt ?? 0) - (a.ratings.at(-1)?.askedAt ?? 0))[0]
    const request = asked?.ratings.at(-1)
    if (asked && request && text.score) {
      asked.log.push(`rated ${by(null, 'customer')}`)
      return Object.assign(asked, { rating: 'answered' })
    }
    // thanks and the like are let pass once; whatever says more opens a ticket
    if (asked && request && text.isShort && request.tries === 0) return Object.assign(request, { tries: 1 })
    if (asked) asked.rating = 'declined'
    const t = begin(contact, 0)
    t.log.push(`create ${by(null, 'customer')}`)
    return Object.assign(t, { isWaiting: true, unread: 1 })
  }

  const transfer = (me: number, t: Known, asked: number | null, to: number | null) => {
    const isAway =
      asked !== t.queue &&
      to === null &&
      QUEUES[asked ?? -1]?.fallback != null &&
      !online.some((who) => isIn(who, asked))
    const queue = isAway ? (QUEUES[asked ?? -1]?.fallback ?? null) : asked
    const log = [
      `transfered ${by(me)}`,
      ...(to === null ? [] : [`receivedTransfer ${by(to)}`]),
      ...(isAway ? [`noUsers ${by(null, 'rule')}`] : []),
    ]
    const place = { ...free, status: to === null ? 'pending' : 'open', owner: to, queue, heldSince: now }
    if (!rules.newTicketTransference || t.queue === null || queue === t.queue) {
      Object.assign(t, place)
      t.log.push(...log)
      return
    }
    const { isWaiting, isAnswered, unread } = t
    const next = Object.assign(begin(t.contact, queue), place, { isWaiting, isAnswered, unread })
    next.log.push(`create ${by(me, 'rule')}`, ...log)
    end(t)
    t.log.push(`closed ${by(me, 'rule')}`, `transfered ${by(me)}`)
  }
  const isIn = (who: number, queue: number | null) =>
    active[who] === true && PEOPLE[who]?.queues.some((one) => one === queue) === true

  const fulfil = (me: number, t: Known, wish: Wish) => {
    switch (wish.do) {
      case 'accept':
        if (t.status === 'open' && t.owner === me) return
        Object.assign(t, { ...free, status: 'open', owner: me, unread: 0, heldSince: now })
        return t.log.push(`open ${by(me)}`)
      case 'return':
        Object.assign(t, { ...free, status: 'pending' })
        return t.log.push(`pending ${by(me)}`)
      case 'wake':
        Object.assign(t, { snoozedUntil: null, remembered: null })
        return t.log.push(`woken ${by(me)}`)
      case 'snooze': {
        const remembered = wish.remember ? me : null
        Object.assign(t, { status: 'pending', owner: null, snoozedUntil: now + wish.minutes, remembered })
        return t.log.push(`snoozed ${by(me)}`)
      }
      case 'close':
        end(t)
        Object.assign(t, { owner: t.owner ?? me, reason: wish.reason })
        t.log.push(`closed ${by(me)}`)
        return wish.askRating && ask(t)
      case 'reopen': {
        const isOpen = wish.as === 'open'
        const rating = t.rating === 'waiting' ? 'withdrawn' : t.rating
        Object.assign(t, { status: wish.as, owner: isOpen ? me : null, reason: null, rating, heldSince: now })
        return t.log.push(`${wish.as} ${by(me)}`)
      }
      case 'transfer':
        return transfer(me, t, wish.queue, wish.to)
      case 'delete':
        return tickets.splice(tickets.indexOf(t), 1)
      case 'read':
        if (t.status === 'open') t.unread = 0
        return
      case 'look': {
        const last = t.accesses.get(me)
        if (last !== undefined && now - last < ACCESS_AGAIN) return
        t.accesses.set(me, now)
        return t.log.push(`access ${by(me)}`)
      }
    }
  }

  /** What an update means depends on the ticket as it is. */
  const meant = (t: Known, wish: Wish): Wish => {
    const isClosed = t.status === 'closed'
    if (isClosed && wish.do === 'accept') return { do: 'reopen', as: 'open' }
    if (isClosed && (wish.do === 'return' || wish.do === 'snooze')) return { do: 'reopen', as: 'pending' }
    return wish.do === 'return' && t.status === 'pending' && t.snoozedUntil !== null ? { do: 'wake' } : wish
  }

  return {
    tickets,
    isActive: (who: number) => active[who] === true,

    wish(me: number, t: Known, given: Wish): Outcome {
      const wish = meant(t, given)
      const refusal = refusalOf(me, t, wish)
      if (refusal !== null) return { refusal }
      fulfil(me, t, wish)
      return null
    },

    /** The customer writes. */
    says: hears,

    /** They write a queue's word, which leads there while nobody has the ticket. */
    saysWord(contact: number) {
      hears(contact, { score: false, isShort: true })
      const t = liveOf(contact)
      if (t?.status !== 'pending' || t.queue === WORD.queue) return
      Object.assign(t, { ...free, queue: WORD.queue })
      t.log.push(`transfered ${by(null, 'rule')}`)
    },

    /** Somebody writes to a contact first. */
    opens(me: number, contact: number, queue: number | null, waits: boolean): Outcome {
      const isMine = queue !== null && (leads(me) || PEOPLE[me]?.queues.some((one) => one === queue))
      if (!isMine) return { refusal: 'ERR_NO_QUEUE_FOUND' }
      if (liveOf(contact)) return { refusal: 'ERR_OTHER_OPEN_TICKET' }
      const t = Object.assign(begin(contact, queue), waits ? {} : { status: 'open', owner: me })
      t.log.push(`create ${by(me)}`)
      return null
    },

    answers: (t: Known) => Object.assign(t, { isWaiting: false, isAnswered: true, unread: 0 }),

    /** A rule gives a ticket that waits to somebody. Whether it did. */
    gives(t: Known, to: number): boolean {
      if (t.status !== 'pending' || t.snoozedUntil !== null) return false
      Object.assign(t, { ...free, status: 'open', owner: to, heldSince: now })
      t.log.push(`userDefine ${by(null, 'rule')}`)
      return true
    },

    /** Somebody is no longer with the company, or is back. */
    leaves(me: number, who: number) {
      active[who] = false
      for (const t of tickets)
        if (t.owner === who && t.status !== 'closed') {
          Object.assign(t, { status: 'pending', owner: null })
          t.log.push(`pending ${by(me)}`)
        }
    },
    returns: (who: number) => {
      active[who] = true
    },
    goOnline: (people: number[]) => {
      online = people
    },

    /** Time goes by. Whether anything was due. */
    passes(minutes: number): boolean {
      now += minutes
      let isDue = false
      for (const t of tickets) {
        if (t.status === 'pending' && t.snoozedUntil !== null && t.snoozedUntil <= now) {
          t.snoozedUntil = null
          t.log.push(`woken ${by(null, 'timer')}`)
        } else if (t.status === 'open' && t.isWaiting && now - t.heldSince >= PENDING_AFTER) {
          Object.assign(t, { ...free, status: 'pending' })
          t.log.push(`autoPending ${by(null, 'timer')}`)
        } else if (t.status === 'open' && !t.isWaiting && t.isAnswered && now - t.heldSince >= CLOSE_AFTER) {
          end(t)
          t.log.push(`autoCloseInactive ${by(null, 'timer')}`)
        } else if (t.rating === 'waiting' && (t.ratings.at(-1)?.askedAt ?? 0) + RATING_WAIT <= now) t.rating = 'expired'
        else continue
        isDue = true
      }
      return isDue
    },

    /** An admin closes many: each by the rules that hold for it alone. */
    closesMany(reason: number | null): Outcome[] {
      const wanted = tickets.slice(0, 3)
      closedTogether = []
      return wanted.map((ticket) => {
        const refusal = ticket.status === 'closed' ? 'ERR_TICKET_STATE' : closingRefusal(ticket, reason)
        if (refusal !== null) return { refusal }
        const before = { ...ticket }
        end(ticket)
        closedTogether.push({ ticket, before, closing: ticket.closing })
        Object.assign(ticket, { owner: ticket.owner ?? ADMIN, reason })
        ticket.log.push(`closed ${by(ADMIN)}`)
        return null
      })
    },

    /** And takes it back. */
    undoesMany(): Outcome[] {
      return closedTogether.splice(0).map(({ ticket: t, before, closing }) => {
        if (!tickets.includes(t)) return { refusal: 'ERR_NO_TICKET_FOUND' }
        if (t.status !== 'closed' || t.closing !== closing) return { refusal: 'ERR_TICKET_CHANGED' }
        if (liveOf(t.contact)) return { refusal: 'ERR_OTHER_OPEN_TICKET' }
        const { isWaiting, isAnswered, unread, heldSince, snoozedUntil, remembered } = before
        const owner = before.owner !== null && active[before.owner] ? before.owner : null
        const isOpen = before.status === 'open' && owner !== null
        Object.assign(t, { status: isOpen ? 'open' : 'pending', owner: isOpen ? owner : null, reason: null })
        Object.assign(t, { isWaiting, isAnswered, unread, heldSince, snoozedUntil, remembered })
        t.log.push(`${isOpen ? 'open' : 'pending'} ${by(ADMIN)}`)
        return null
      })
    },
  }
}

export type Model = ReturnType<typeof createModel>
