import { type Static, type TSchema, Type } from 'typebox'

/** Building blocks that the contracts of several modules share. */

export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const IdParams = Type.Object({ id: Id })

export const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** ISO 8601 in UTC. */
export const Moment = Type.String({ format: 'date-time', maxLength: 40 })

/** Epoch milliseconds. */
export const Millis = Type.Integer()

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Ids as numbers, or as whole records that carry one: edit forms send either (api-shapes §3). */
export const IdList = Type.Array(Type.Union([Id, Type.Object({ id: Id })]), { maxItems: 500 })
export type IdList = Static<typeof IdList>

/** The ids of a list, each once. */
export const idsOf = (list: IdList): number[] => [
  ...new Set(list.map((entry) => (typeof entry === 'number' ? entry : entry.id))),
]

/** Pages count from 1. */
export const PageQuery = {
  searchParam: Type.Optional(Type.String({ maxLength: 255 })),
  pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** First row and size of a page. */
export const pageOf = (query: { pageNumber?: number; pageSize?: number }, size: number) => {
  const take = query.pageSize ?? size
  return { skip: ((query.pageNumber ?? 1) - 1) * take, take }
}

export const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{3,8}$' })

/** `HH:mm`, 00:00 to 23:59. */
export const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/** A sentence that says what was done; clients show or ignore it. */
export const Done = Type.Object({ message: Type.String() })

/** Nothing to say: 200 with an empty body. */
export const Empty = Type.Null()

/** Any JSON object, passed through as it is. */
export const AnyObject = Type.Record(Type.String({ maxLength: 255 }), Type.Unknown())

/** A body of bytes, written by `reply.stream`. */
export const Streamed = Type.Unsafe<never>(Type.Unknown())
