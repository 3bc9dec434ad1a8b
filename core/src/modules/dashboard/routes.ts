import type { Handlers } from '../../platform/http/bind.ts'
import type { dashboardContract } from './contract.ts'
import type { Dashboard } from './service.ts'

export const dashboardRoutes = (service: Dashboard): Handlers<typeof dashboardContract> => ({
  live: ({ scope, query }) => service.live(scope, query),
  period: ({ scope, query }) => service.period(scope, query),
  tickets: ({ scope, query }) => service.tickets(scope, query),
  panel: ({ scope }) => service.panel(scope),
  panelTickets: ({ scope, query }) => service.panelTickets(scope, query),
})
