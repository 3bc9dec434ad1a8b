import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { AnyObject, Done, Id, IdParams, Nullable } from '../../platform/http/shapes.ts'
import { CHANNEL_STATUSES, Channel, ChannelCreate, ChannelHealth, ChannelUpdate, StepSchema } from './schemas.ts'

export * from './schemas.ts'

const WRITE_ERRORS = [
  'ERR_CHANNEL_NAME_EXISTS',
  'ERR_CHANNEL_SETTINGS_INVALID',
  'ERR_PLUGIN_OFF',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
] as const

export const channelsContract = defineContract('channels', {
  list: {
    method: 'GET',
    path: '/whatsapp',
    auth: 'user',
    summary: 'Channels by id; agents get the short form.',
    response: Type.Array(Channel),
  },
  mine: {
    method: 'GET',
    path: '/user/channel',
    auth: 'user',
    summary: 'Channels on which the caller may open tickets.',
    query: Type.Object({ type: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        type: Type.String(),
        status: Type.Enum([...CHANNEL_STATUSES]),
        number: Nullable(Type.String()),
        isDefault: Type.Boolean(),
        /** Closes its window some hours after the customer's last message. */
        official: Type.Boolean(),
      }),
    ),
  },
  get: {
    method: 'GET',
    path: '/whatsapp/{id}',
    auth: 'user',
    summary: 'One channel; agents get the short form.',
    params: IdParams,
    response: Channel,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/whatsapp',
    auth: 'admin',
    summary: 'Creates a channel within the limit of the plan; the first one becomes the default.',
    body: ChannelCreate,
    response: Channel,
    errors: ['ERR_NO_PERMISSION_CONNECTIONS_LIMIT', 'ERR_CHANNEL_TYPE_UNKNOWN', ...WRITE_ERRORS],
  },
  update: {
    method: 'PUT',
    path: '/whatsapp/{id}',
    auth: 'admin',
    summary: 'Changes a channel; new settings take effect at once.',
    params: IdParams,
    body: ChannelUpdate,
    response: Channel,
    errors: ['ERR_NO_WAPP_FOUND', ...WRITE_ERRORS],
  },
  remove: {
    method: 'DELETE',
    path: '/whatsapp/{id}',
    auth: 'admin',
    summary: 'Deletes a channel. Its exact name must be sent, in the query or the body.',
    params: IdParams,
    query: Type.Object({ name: Type.Optional(Type.String({ maxLength: 100 })) }),
    body: Type.Object({ name: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Done,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_NAME_CONFIRM'],
  },
  connect: {
    method: 'POST',
    path: '/whatsappsession/{id}',
    auth: 'admin',
    summary: 'Connects. Progress arrives by socket.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_PLUGIN_OFF'],
  },
  reconnect: {
    method: 'PUT',
    path: '/whatsappsession/{id}',
    auth: 'admin',
    summary:
      'Connects anew; `isQrcode` forgets the stored session first. A new QR code after two minutes at the earliest.',
    params: IdParams,
    body: Type.Object({ isQrcode: Type.Optional(Type.Boolean()) }),
    response: Done,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_QR_WAIT', 'ERR_PLUGIN_OFF'],
  },
  disconnect: {
    method: 'DELETE',
    path: '/whatsappsession/{id}',
    auth: 'admin',
    summary: 'Disconnects and stays so.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  action: {
    method: 'POST',
    path: '/channel-actions/{type}/{action}',
    auth: 'admin',
    summary: 'Runs an action of the channel type on the form as it stands (`testConnection`, lists to choose from, …).',
    params: Type.Object({ type: Type.String({ maxLength: 64 }), action: Type.String({ maxLength: 64 }) }),
    body: Type.Object({
      /** The saved channel whose untouched secrets fill in. */
      channelId: Type.Optional(Nullable(Id)),
      settings: Type.Optional(AnyObject),
      step: Type.Optional(Type.String({ maxLength: 64 })),
      values: Type.Optional(AnyObject),
    }),
    response: StepSchema,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_CHANNEL_TYPE_UNKNOWN',
      'ERR_NO_ACTION_FOUND',
      'ERR_PLUGIN_OFF',
      'ERR_PLUGIN_FAILED',
    ],
    rate: { max: 30, seconds: 60 },
  },
  rotateHookKey: {
    method: 'POST',
    path: '/whatsapp/{id}/hook-key',
    auth: 'admin',
    summary: 'Makes a new webhook address; the old one stops working at once.',
    params: IdParams,
    response: Type.Object({ hookUrl: Nullable(Type.String()) }),
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  health: {
    method: 'GET',
    path: '/whatsapp/{id}/health',
    auth: 'admin',
    summary: 'What the channel is doing: its connection, what waits to be sent, what failed.',
    params: IdParams,
    response: ChannelHealth,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
})
