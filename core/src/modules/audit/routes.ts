import { CSV_TYPE } from '../../platform/csv.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { auditContract } from './contract.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (service: AuditService): Handlers<typeof auditContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  async export({ scope, query, reply }) {
    const file = await service.csv(scope, query)
    reply.header('content-disposition', 'attachment; filename="auditoria.csv"')
    return reply.stream(file, { type: CSV_TYPE })
  },
})
