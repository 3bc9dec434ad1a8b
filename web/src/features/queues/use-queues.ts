import type { BodyOf } from '@recado/core/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { call } from '../../lib/http/client.ts'
import { useCrud } from '../../lib/use-crud.ts'

const { list, create, update, remove } = queuesContract.routes

export type QueueValues = BodyOf<typeof create>

export const useQueues = () =>
  useCrud({
    queryKey: ['queues'],
    list: (signal) => call(list, { signal }),
    create: (body: QueueValues) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['queue'],
  })
