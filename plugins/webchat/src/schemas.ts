import { type Static, Type } from 'typebox'

const text = (maxLength: number) => Type.String({ maxLength })
const token = Type.String({ minLength: 1, maxLength: 4_096 })
const id = Type.String({ minLength: 1, maxLength: 64 })
const profile = {
  name: Type.Optional(text(1_000)),
  email: Type.Optional(text(1_000)),
  phone: Type.Optional(text(1_000)),
}

export const SessionBody = Type.Object({
  resumeToken: Type.Optional(text(512)),
  identity: Type.Optional(
    Type.Union([
      Type.Object({ jwt: token }),
      Type.Object({ id: text(200), hash: Type.Optional(text(128)), ...profile }),
    ]),
  ),
  page: Type.Optional(text(2_048)),
  locale: Type.Optional(text(16)),
})

export const SendBody = Type.Object({
  uuid: id,
  /** Length is checked apart, so that the visitor is told what is wrong. */
  text: Type.Optional(Type.String()),
  fileId: Type.Optional(token),
  choice: Type.Optional(Type.Object({ id: text(256), text: text(1_000) })),
  replyTo: Type.Optional(id),
})
export type SendBody = Static<typeof SendBody>

export const TypingBody = Type.Object({ on: Type.Boolean() })
export const ReadBody = Type.Object({ upto: id })
export const PrechatBody = Type.Object({ values: Type.Record(text(64), text(2_000)) })
export const OfflineBody = Type.Object({ uuid: id, text: Type.String({ minLength: 1 }), ...profile })
export const LinksBody = Type.Object({ urls: Type.Array(text(512), { minItems: 1, maxItems: 50 }) })

export const ClientFrame = Type.Union([
  Type.Object({ type: Type.Literal('hello'), token, after: Type.Optional(id) }),
  Type.Object({ type: Type.Literal('send'), ...SendBody.properties }),
  Type.Object({ type: Type.Literal('typing'), on: Type.Boolean() }),
  Type.Object({ type: Type.Literal('read'), upto: id }),
  Type.Object({ type: Type.Literal('ping') }),
])
export type ClientFrame = Static<typeof ClientFrame>
