import type { Handlers } from '../../platform/http/bind.ts'
import type { templatesContract } from './contract.ts'
import type { TemplateService } from './service.ts'

export const templateRoutes = (service: TemplateService): Handlers<typeof templatesContract> => ({
  list: ({ scope, params }) => service.list(scope, params.id),
  async sync({ scope, params }) {
    return { message: 'Templates synchronised.', count: await service.sync(scope, params.id) }
  },
  create: ({ scope, params, body }) => service.create(scope, params.id, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, params.templateId, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id, params.templateId)
    return { message: 'Template deleted.' }
  },
})
