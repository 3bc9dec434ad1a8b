import type { Handlers } from '../../platform/http/bind.ts'
import type { pluginsContract } from './contract.ts'
import type { PluginService } from './service.ts'

export const pluginRoutes = (service: PluginService): Handlers<typeof pluginsContract> => ({
  list: ({ scope }) => service.list(scope),
  setEnabled: ({ scope, params, body }) => service.setEnabled(scope, params.id, body.enabled),
  channelTypes: ({ scope }) => service.channelTypes(scope),
  guide: ({ scope, params }) => service.guide(scope, params.type),
  operatorPlugins: ({ scope }) => service.operatorPlugins(scope),
  app: ({ scope, params }) => service.app(scope, params.id),
  saveApp: ({ scope, params, body }) => service.saveApp(scope, params.id, body.settings),
  jobs: () => service.jobs(),
  redriveJobs: ({ body }) => service.redriveJobs(body.queue, body.ids),
  deadInbound: ({ query }) => service.deadInbound(query.tenantId),
  redriveInbound: ({ body }) => service.redriveInbound(body),
})
