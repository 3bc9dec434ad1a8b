import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, IdParams, PageQuery } from '../../platform/http/shapes.ts'
import { Notification, Preferences, PreferencesWrite, PushSubscribe } from './schemas.ts'

export * from './schemas.ts'

export const notificationsContract = defineContract('notifications', {
  list: {
    method: 'GET',
    path: '/notifications',
    auth: 'user',
    summary: 'What the caller was told in the last 60 days, newest first.',
    query: Type.Object({
      /** Only those not read yet. */
      unread: Type.Optional(Type.Boolean()),
      pageNumber: PageQuery.pageNumber,
      pageSize: PageQuery.pageSize,
    }),
    response: Type.Object({
      notifications: Type.Array(Notification),
      count: Type.Integer(),
      hasMore: Type.Boolean(),
      /** Of all pages. */
      unread: Type.Integer(),
    }),
  },
  read: {
    method: 'PUT',
    path: '/notifications/{id}/read',
    auth: 'user',
    summary: 'Marks one as read.',
    params: IdParams,
    response: Notification,
    errors: ['ERR_NO_NOTIFICATION_FOUND'],
  },
  readAll: {
    method: 'PUT',
    path: '/notifications/read-all',
    auth: 'user',
    summary: 'Marks all as read.',
    response: Done,
  },
  preferences: {
    method: 'GET',
    path: '/notifications/preferences',
    auth: 'user',
    summary: 'How the caller wants to be told.',
    response: Preferences,
  },
  savePreferences: {
    method: 'PUT',
    path: '/notifications/preferences',
    auth: 'user',
    summary: 'Changes what is given and leaves the rest.',
    body: PreferencesWrite,
    response: Preferences,
  },
  pushKey: {
    method: 'GET',
    path: '/push/key',
    auth: 'user',
    summary: 'The key by which push services know this installation, as `applicationServerKey`.',
    response: Type.Object({ publicKey: Type.String() }),
  },
  subscribe: {
    method: 'POST',
    path: '/push/subscribe',
    auth: 'user',
    summary: 'From now on this browser is told too, as long as the session lives.',
    body: PushSubscribe,
    response: Done,
    errors: ['ERR_PUSH_ENDPOINT'],
    rate: { max: 30, seconds: 60 },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/push/subscribe',
    auth: 'user',
    summary: 'This browser is told no more.',
    body: Type.Object({ endpoint: PushSubscribe.properties.endpoint }),
    response: Done,
  },
})
