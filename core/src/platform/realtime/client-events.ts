import { background } from '../background.ts'
import type { Log } from '../logger.ts'
import type { Boxes } from './boxes.ts'
import { eventName, type LiveSocket } from './people.ts'
import type { Presence } from './presence.ts'
import type { RealtimeOptions, TicketFacts, Viewer } from './types.ts'

const WINDOW_MS = 10_000
const EVENTS_PER_WINDOW = 50
const PREFIXED = /^(\d{1,10}):(.+)$/s

type Answer = (answer: object) => void

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647

const typingOf = (value: unknown): { ticketId: number; on: boolean } | null => {
  if (typeof value !== 'object' || value === null) return null
  const { ticketId, on } = value as { ticketId?: unknown; on?: unknown }
  return isId(ticketId) && typeof on === 'boolean' ? { ticketId, on } : null
}

/** What browsers say (api-shapes §19.4), with or without their company's prefix. What is not known is passed over. */
export function createClientEvents<V extends Viewer, F extends TicketFacts>(deps: {
  boxes: Boxes<V>
  presence: Presence<V>
  log: Log
  options: Pick<RealtimeOptions<V, F>, 'ticketFacts' | 'sees' | 'onTyping'>
}): (socket: LiveSocket<V>) => void {
  const { boxes, presence, log, options } = deps

  const open = async (socket: LiveSocket<V>, ticketId: number): Promise<object> => {
    const facts = await options.ticketFacts(socket.data.scope, ticketId)
    const sees = facts !== null && options.sees(socket.data.person.viewer, facts)
    if (!sees || !socket.connected) return { ok: false, error: 'ERR_NO_TICKET_FOUND' }
    return { ok: true, viewers: boxes.open(socket, ticketId) }
  }

  const setIdle = (socket: LiveSocket<V>, isIdle: boolean) => {
    socket.data.isIdle = isIdle
    presence.update(socket.data.person)
  }

  const events = new Map<string, (socket: LiveSocket<V>, value: unknown, answer: Answer) => void>([
    [
      'joinChatBox',
      (socket, value, answer) => {
        const ticketId = typeof value === 'string' ? Number(value) : value
        if (!isId(ticketId)) return answer({ ok: false, error: 'ERR_VALIDATION' })
        const run = open(socket, ticketId).then(answer)
        background(log, 'open a ticket', run)
      },
    ],
    [
      'leaveChatBox',
      (socket, value, answer) => {
        const ticketId = typeof value === 'string' ? Number(value) : value
        if (isId(ticketId)) boxes.close(socket, ticketId)
        answer({ ok: true })
      },
    ],
    [
      'typing',
      (socket, value, answer) => {
        const typing = typingOf(value)
        if (!typing || !boxes.type(socket, typing.ticketId, typing.on)) return answer({ ok: false })
        background(log, 'typing', () => options.onTyping?.(socket.data.scope, typing.ticketId, typing.on))
        return answer({ ok: true })
      },
    ],
    [
      'setUserActive',
      (socket, _value, answer) => {
        setIdle(socket, false)
        if (!socket.data.isPresent) {
          socket.data.isPresent = true
          socket.emit(eventName(socket.data.person.tenantId, 'joinSuccessfully'), {})
        }
        answer({ ok: true })
      },
    ],
    [
      'setUserIdle',
      (socket, _value, answer) => {
        setIdle(socket, true)
        answer({ ok: true })
      },
    ],
    ['chat:updateOnlineBubbles', (socket) => presence.tell(socket)],
    // events go to those who may see them, whatever list is open; older clients still ask for their rooms
    ['joinNotification', (_socket, _value, answer) => answer({ ok: true })],
    ['joinTickets', (_socket, _value, answer) => answer({ ok: true })],
  ])

  return (socket) => {
    let windowEnd = 0
    let count = 0

    const isTooFast = (): boolean => {
      const now = performance.now()
      if (now > windowEnd) {
        windowEnd = now + WINDOW_MS
        count = 0
      }
      return ++count > EVENTS_PER_WINDOW
    }

    socket.onAny((name: string, ...args: unknown[]) => {
      const { tenantId, userId } = socket.data.person
      if (isTooFast()) {
        log.warn({ tenantId, userId }, 'a socket sends too fast')
        socket.emit(eventName(tenantId, 'limited'), { error: 'ERR_RATE_LIMITED' })
        socket.disconnect(true)
        return
      }
      const [, prefix, bare] = PREFIXED.exec(name) ?? []
      if (prefix !== undefined && Number(prefix) !== tenantId) return
      const handle = events.get(bare ?? name)
      if (!handle) return
      const last = args.at(-1)
      const answer: Answer = typeof last === 'function' ? (value) => last(value) : () => undefined
      background(log, 'client event', () => handle(socket, typeof args[0] === 'function' ? undefined : args[0], answer))
    })
  }
}
