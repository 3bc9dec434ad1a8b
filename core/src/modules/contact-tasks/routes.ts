import { CSV_TYPE } from '../../platform/csv.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import type { contactTasksContract } from './contract.ts'
import type { ContactTasks } from './tasks.ts'

const RECEIPTS = 30

export const contactTaskRoutes = (tasks: ContactTasks): Handlers<typeof contactTasksContract> => ({
  upload: ({ scope, files }) => tasks.upload(scope, files),
  check: ({ scope, params, body }) => tasks.check(scope, params.id, body),
  apply: ({ scope, params }) => tasks.apply(scope, params.id),
  list: ({ scope, query }) => tasks.list(scope, query),
  get: ({ scope, params }) => tasks.get(scope, params.id),
  items: ({ scope, params, query }) => tasks.items(scope, params.id, query),
  async problems({ scope, params, reply }) {
    const csv = await tasks.problems(scope, params.id)
    reply.header('content-disposition', 'attachment; filename="problemas.csv"')
    return reply.stream(csv, { type: CSV_TYPE })
  },
  cancel: ({ scope, params }) => tasks.cancel(scope, params.id),
  undo: ({ scope, params }) => tasks.undo(scope, params.id),
  async sync({ scope, body }) {
    const started = await tasks.sync(scope, body)
    return { message: 'Contact sync started', tasks: started }
  },
  remove: ({ scope, body }) => tasks.remove(scope, body),
  personalData: ({ scope, params }) => tasks.personalData.make(scope, params.id),
  erase: ({ scope, params, body }) => tasks.erasing.begin(scope, params.id, body.confirm),
  erasures: ({ scope, query }) => tasks.erasing.list(scope, pageOf(query, RECEIPTS)),
})
