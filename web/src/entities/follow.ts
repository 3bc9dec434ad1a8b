import type { PushedMessage } from '@recado/core/modules/messages/contract'
import { runInAction } from 'mobx'
import { onEvent, onResync } from '../lib/socket/hub.ts'
import { channels } from './channels.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { presence } from './presence.ts'
import { tickets } from './tickets.ts'

/** Feeds all live entities from the socket. Answers the way to stop, after which nothing of it stays in memory. */
export function followEntities(onMessage: (message: PushedMessage) => void): () => void {
  const stops = [
    onEvent('ticketList', (event) =>
      runInAction(() => {
        switch (event.type) {
          case 'chat:create':
          case 'chat:ack':
          case 'chat:update':
          case 'chat:delete': {
            tickets.take(event.payload.ticket)
            conversations.peek(event.payload.ticketId)?.take(event.payload)
            if (event.type === 'chat:create') onMessage(event.payload)
            break
          }
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
      }),
    ),
    onEvent('contactList', (event) => {
      if (event.type === 'contact:delete') contacts.remove(event.payload.id)
      else contacts.take(event.payload)
    }),
    onEvent('tag', (event) => {
      if (event.action === 'delete') return
      runInAction(() => {
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
      conversations.resync()
      // The list keeps what it knows until the socket or the next visit brings news.
      channels.load().catch(() => undefined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    runInAction(() => {
      for (const store of [tickets, contacts, channels, conversations, presence]) store.clear()
    })
  }
}
