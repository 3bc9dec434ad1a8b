import type { ChatNews } from '@recado/core/modules/internal-chat/contract'
import { reaction, runInAction } from 'mobx'
import { badges } from '../../lib/badges.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { registerPaletteSource } from '../../lib/palette/registry.ts'
import { session } from '../../lib/session/session.ts'
import { onEvent, onResync } from '../../lib/socket/hub.ts'
import { colleagueSource } from './palette.tsx'
import { keyOf, keyOfEvent } from './place.ts'
import { conversations } from './state/conversations.ts'
import { drafts } from './state/drafts.ts'
import { histories } from './state/histories.ts'
import { retryOffline } from './state/outbox.ts'
import { typists } from './state/typists.ts'
import { tellOf } from './tell.ts'

function hear(news: ChatNews, me: number): void {
  switch (news.type) {
    case 'message': {
      const { isNew, ...message } = news.payload
      const key = keyOfEvent(message, me)
      histories.peek(key)?.take(message)
      conversations.take(message, isNew)
      if (isNew) tellOf(key, message, me)
      typists.set(key, { userId: message.fromUserId, name: message.fromName }, false)
      break
    }
    case 'read': {
      const key = keyOfEvent(news.payload, me)
      histories.peek(key)?.read(news.payload.fromUserId, news.payload.readSeq)
      if (news.payload.fromUserId === me) conversations.read(news.payload)
      break
    }
    case 'typing': {
      const { fromUserId, fromName, on } = news.payload
      typists.set(keyOfEvent(news.payload, me), { userId: fromUserId, name: fromName }, on)
      break
    }
    case 'group': {
      const key = keyOf({ groupId: news.payload.groupId, userId: null })
      if (news.payload.isGone) {
        histories.peek(key)?.close()
        conversations.remove(key)
      } else {
        conversations.loadSoon()
        void histories.peek(key)?.refresh()
      }
    }
  }
}

/** What goes on whichever screen is open: the list, what is in memory, the number in the rail. Answers the way to stop. */
export function startChat(): () => void {
  const me = session.user?.userId ?? 0
  void conversations.load()
  void loadNamespaces(['internalChat'])
  const stops = [
    onEvent('chatInterno', (news) => runInAction(() => hear(news, me))),
    onEvent('chat:updateOnlineBubbles', ({ sortedUserList, sortedIdleList }) =>
      runInAction(() => {
        conversations.online = new Set([...Object.keys(sortedUserList), ...Object.keys(sortedIdleList)].map(Number))
      }),
    ),
    onEvent('user', () => conversations.loadSoon()),
    onResync(() => {
      conversations.loadSoon()
      for (const [, history] of histories.entries()) void history.refresh()
      retryOffline()
    }),
    reaction(
      () => conversations.unread,
      (unread) => badges.set('internalChat', unread),
      { fireImmediately: true },
    ),
    registerPaletteSource(colleagueSource),
  ]
  return () => {
    for (const stop of stops) stop()
    runInAction(() => {
      conversations.clear()
      histories.clear()
      typists.clear()
      drafts.clear()
      badges.set('internalChat', 0)
    })
  }
}
