import type { Handlers } from '../../platform/http/bind.ts'
import type { pluginsContract } from './contract.ts'
import type { PluginService } from './service.ts'

export const pluginRoutes = (service: PluginService): Handlers<typeof pluginsContract> => ({
  list: ({ scope }) => service.list(scope),
  setEnabled: ({ scope, params, body }) => service.setEnabled(scope, params.id, body.enabled),
  channelTypes: ({ scope }) => service.channelTypes(scope),
  operatorPlugins: ({ scope }) => service.operatorPlugins(scope),
  jobs: () => service.jobs(),
  redriveJobs: ({ body }) => service.redriveJobs(body.queue, body.ids),
  deadInbound: ({ query }) => service.deadInbound(query.tenantId),
  redriveInbound: ({ body }) => service.redriveInbound(body),
})
