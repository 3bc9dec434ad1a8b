import type { Handlers } from '../../platform/http/bind.ts'
import type { channelsContract } from './contract.ts'
import type { ChannelService } from './service.ts'

export const channelRoutes = (service: ChannelService): Handlers<typeof channelsContract> => ({
  list: ({ scope }) => service.list(scope),
  mine: ({ scope, query }) => service.mine(scope, query.type),
  callLines: ({ scope, query }) => service.callLines(scope, query.channelId),
  get: ({ scope, params }) => service.get(scope, params.id),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params, query, body }) {
    await service.remove(scope, params.id, query.name ?? body.name)
    return { message: 'Whatsapp deleted.' }
  },
  async connect({ scope, params }) {
    await service.connect(scope, params.id)
    return { message: 'Starting session.' }
  },
  async reconnect({ scope, params, body }) {
    await service.reconnect(scope, params.id, body.isQrcode === true)
    return { message: 'Starting session.' }
  },
  async disconnect({ scope, params }) {
    await service.disconnect(scope, params.id)
    return { message: 'Session disconnected.' }
  },
  action: ({ scope, params, body }) => service.action(scope, params.type, params.action, body),
  testMessage: ({ scope, params, body }) => service.testMessage(scope, params.id, body),
  rotateHookKey: ({ scope, params }) => service.rotateHookKey(scope, params.id),
  health: ({ scope, params }) => service.health(scope, params.id),
})
