import {
  type QuickMessage,
  type QuickMessageWrite,
  quickMessagesContract,
} from '@recado/core/modules/quick-messages/contract'
import { call } from '../../lib/http/client.ts'
import { useCrud } from '../../lib/use-crud.ts'

const { list, create, update, remove } = quickMessagesContract.routes

export type QuickRow = QuickMessage & { name: string }
export type QuickValues = Required<Omit<QuickMessageWrite, 'medias'>> & { medias: string[] }

const rowOf = (quick: QuickMessage): QuickRow => ({ ...quick, name: `/${quick.key}` })

export const useQuickMessages = () =>
  useCrud<QuickRow, QuickValues>({
    queryKey: ['quickMessages', 'rows'],
    list: async (signal) => (await call(list, { signal })).map(rowOf),
    create: async (body) => rowOf(await call(create, { body })),
    update: async (id, body) => rowOf(await call(update, { params: { id }, body })),
    remove: (id) => call(remove, { params: { id } }),
    events: ['fastReply'],
  })

/** Names of the folders in use. */
export const foldersOf = (rows: readonly QuickMessage[]): string[] =>
  [...new Set(rows.map((row) => row.folder).filter(Boolean))].toSorted((a, b) => a.localeCompare(b))
