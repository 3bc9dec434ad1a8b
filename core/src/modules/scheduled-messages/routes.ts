import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { schedulesContract } from './contract.ts'
import type { ScheduleService } from './service.ts'

export const scheduleRoutes = (
  service: Pick<ScheduleService, 'list' | 'create' | 'update' | 'remove'>,
): Handlers<typeof schedulesContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: translate(scope.locale, 'done.deleted') }
  },
})
