import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { tasksContract } from './contract.ts'
import type { TaskService } from './service.ts'

export const taskRoutes = (service: TaskService): Handlers<typeof tasksContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  open: ({ scope }) => service.open(scope),
  get: ({ scope, params }) => service.get(scope, params.id),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: translate(scope.locale, 'done.deleted') }
  },
})
