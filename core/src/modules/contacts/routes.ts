import { CSV_TYPE } from '../../platform/csv.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { contactsContract } from './contract.ts'
import type { ContactService } from './service.ts'

export const contactRoutes = (service: ContactService): Handlers<typeof contactsContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  get: ({ scope, params }) => service.get(scope, params.id),
  async exportCsv({ scope, body, reply }) {
    const csv = await service.exporting.csv(scope, body)
    reply.header('content-disposition', 'attachment; filename="contatos.csv"')
    return reply.stream(csv, { type: CSV_TYPE })
  },
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Contact deleted' }
  },
  saveTags: ({ scope, params, body }) => service.saveTags(scope, params.id, body.tags),
  saveWallets: ({ scope, params, body }) => service.saveWallets(scope, params.id, body.wallets),
  merge: ({ scope, params, body }) => service.merging.merge(scope, params.id, body.contactId),
  merges: ({ scope, params }) => service.merging.list(scope, params.id),
  contents: ({ scope, params }) => service.merging.contents(scope, params.id),
  undoMerge: ({ scope, params }) => service.merging.undo(scope, params.mergeId),
})
