import type { PushedMessage } from '@recado/core/modules/messages/contract'
import { runInAction } from 'mobx'
import { inBatches } from '../lib/in-batches.ts'
import type { TicketListEvent } from '../lib/socket/events.ts'
import { onEvent, onResync } from '../lib/socket/hub.ts'
import { channels } from './channels.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { presence } from './presence.ts'
import { tickets } from './tickets.ts'

/** Feeds all live entities from the socket. Answers the way to stop, after which nothing of it stays in memory. */
export function followEntities(onMessage: (message: PushedMessage) => void): () => void {
  const news = inBatches<TicketListEvent>((events) =>
    runInAction(() => {
      for (const event of events) takeTicketNews(event, onMessage)
    }),
  )
  /** After what came before it. */
  const inTurn = (take: () => void): void => {
    news.flush()
    runInAction(take)
  }
  const stops = [
    onEvent('ticketList', (event) => news.add(event)),
    onEvent('contactList', (event) =>
      inTurn(() => {
        if (event.type === 'contact:delete') contacts.remove(event.payload.id)
        else {
          contacts.take(event.payload)
          tickets.regard(event.payload)
        }
      }),
    ),
    onEvent('tag', (event) => {
      if (event.action === 'delete') return
      inTurn(() => {
        contacts.retag(event.tag)
        tickets.retag(event.tag)
      })
    }),
    onEvent('whatsapp', ({ action, whatsapp, whatsappId }) => {
      if (action === 'delete' && whatsappId) channels.remove(whatsappId)
      else if (whatsapp) void channels.load().catch(() => undefined)
    }),
    onEvent('whatsappSession', ({ session }) => channels.patch(session)),
    onEvent('viewers', ({ ticketId, viewers }) => presence.setViewers(ticketId, viewers)),
    onEvent('typing', ({ ticketId, on, ...typist }) => presence.setTyping(ticketId, typist, on)),
    onResync(() => {
      news.flush()
      conversations.resync()
      // The list keeps what it knows until the socket or the next visit brings news.
      channels.load().catch(() => undefined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    news.stop()
    runInAction(() => {
      for (const store of [tickets, contacts, channels, conversations, presence]) store.clear()
    })
  }
}

function takeTicketNews(event: TicketListEvent, onMessage: (message: PushedMessage) => void): void {
  switch (event.type) {
    case 'chat:create':
    case 'chat:ack':
    case 'chat:update':
    case 'chat:delete':
      tickets.take(event.payload.ticket)
      conversations.peek(event.payload.ticketId)?.take(event.payload)
      if (event.type === 'chat:create') onMessage(event.payload)
      break
    case 'ticket:update':
    case 'notification:new':
      tickets.take(event.payload)
      conversations.peek(event.payload.id)?.expect(event.payload.seq)
      break
    case 'ticket:delete':
    case 'ticket:hide':
      tickets.remove(event.payload.id)
      conversations.forget(event.payload.id)
  }
}
