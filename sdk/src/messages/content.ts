import { type Static, Type } from 'typebox'

/** Longest text that is stored for one message, in characters (reliability L-04). */
export const MAX_TEXT = 65_536

const text = Type.String({ maxLength: MAX_TEXT })
const label = Type.String({ maxLength: 255 })

/**
 * A file that belongs to a message. Inbound a plugin gives either `id` (already saved through `ctx.media.save`) or
 * `ref` (its own handle, which the host later turns into bytes with `fetchMedia`). Outbound the host gives `id`.
 */
export const MediaRef = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64 })),
  ref: Type.Optional(Type.String({ maxLength: 2048 })),
  mimeType: Type.Optional(Type.String({ maxLength: 255 })),
  fileName: Type.Optional(Type.String({ maxLength: 255 })),
  /** Bytes. */
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  durationSeconds: Type.Optional(Type.Number({ minimum: 0 })),
})
export type MediaRef = Static<typeof MediaRef>

export const MEDIA_KINDS = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

export const Button = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256 }),
  label: Type.String({ minLength: 1, maxLength: 255 }),
  url: Type.Optional(Type.String({ maxLength: 2048 })),
})
export type Button = Static<typeof Button>

export const ListSection = Type.Object({
  title: Type.Optional(label),
  rows: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 256 }),
      label: Type.String({ minLength: 1, maxLength: 255 }),
      description: Type.Optional(label),
    }),
    { minItems: 1, maxItems: 100 },
  ),
})

/** Somebody of a group that the text names as `@` and `token`. */
export const Mention = Type.Object({
  token: label,
  address: Type.Object({ kind: Type.String({ maxLength: 32 }), value: label }),
  name: Type.Optional(label),
})
export type Mention = Static<typeof Mention>

const mentions = Type.Optional(Type.Array(Mention, { maxItems: 100 }))

export const TextContent = Type.Object({ type: Type.Literal('text'), text, mentions })
export const MediaContent = Type.Object({
  type: Type.Literal('media'),
  kind: Type.Enum([...MEDIA_KINDS]),
  media: MediaRef,
  /** Caption. */
  text: Type.Optional(text),
  /** Whom the caption names. */
  mentions,
})
export const LocationContent = Type.Object({
  type: Type.Literal('location'),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  name: Type.Optional(label),
  address: Type.Optional(Type.String({ maxLength: 1024 })),
})
export const ContactContent = Type.Object({
  type: Type.Literal('contact'),
  contacts: Type.Array(
    Type.Object({
      name: label,
      phones: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 }),
      emails: Type.Optional(Type.Array(label, { maxItems: 20 })),
    }),
    { minItems: 1, maxItems: 50 },
  ),
})
export const ButtonsContent = Type.Object({
  type: Type.Literal('buttons'),
  text,
  buttons: Type.Array(Button, { minItems: 1, maxItems: 10 }),
  header: Type.Optional(MediaRef),
  footer: Type.Optional(label),
})
export const ListContent = Type.Object({
  type: Type.Literal('list'),
  text,
  /** Text of the control that opens the list. */
  open: label,
  sections: Type.Array(ListSection, { minItems: 1, maxItems: 20 }),
})
export const CarouselContent = Type.Object({
  type: Type.Literal('carousel'),
  text: Type.Optional(text),
  cards: Type.Array(
    Type.Object({
      title: label,
      text: Type.Optional(text),
      media: Type.Optional(MediaRef),
      buttons: Type.Array(Button, { maxItems: 3 }),
    }),
    { minItems: 1, maxItems: 10 },
  ),
})
/**
 * A message approved by the provider. Keys of `variables`: `header.1`, `body.1` (or `body.name`), `button.0` (the n-th
 * button's own), and for cards the same behind `card.0.`.
 */
export const TemplateContent = Type.Object({
  type: Type.Literal('template'),
  name: label,
  language: Type.String({ maxLength: 16 }),
  variables: Type.Record(Type.String({ maxLength: 64 }), text),
  header: Type.Optional(MediaRef),
  /** Headers of the cards, in their order. */
  cards: Type.Optional(Type.Array(MediaRef, { maxItems: 10 })),
  /** What the customer reads, variables filled in. */
  text: Type.Optional(text),
})
/** Asks the customer to share their position. */
export const LocationRequestContent = Type.Object({ type: Type.Literal('location-request'), text })
/** Several named answers at once: a form that the customer filled in, an order. */
export const FormContent = Type.Object({
  type: Type.Literal('form'),
  title: Type.Optional(label),
  fields: Type.Array(Type.Object({ label, value: Type.String({ maxLength: 4096 }) }), { maxItems: 100 }),
})
/** A tap on a button or a list row that we sent. */
export const ChoiceContent = Type.Object({
  type: Type.Literal('choice'),
  id: Type.String({ maxLength: 256 }),
  text,
})
export const PollContent = Type.Object({
  type: Type.Literal('poll'),
  question: text,
  options: Type.Array(label, { maxItems: 20 }),
})
/** Something a customer sent that cannot be shown; the agent still learns that it came. */
export const UnsupportedContent = Type.Object({ type: Type.Literal('unsupported'), what: label })

export const Content = Type.Union([
  TextContent,
  MediaContent,
  LocationContent,
  ContactContent,
  ButtonsContent,
  ListContent,
  CarouselContent,
  TemplateContent,
  ChoiceContent,
  PollContent,
  LocationRequestContent,
  FormContent,
  UnsupportedContent,
])
export type Content = Static<typeof Content>
export type ContentType = Content['type']
export type ContentOf<T extends ContentType> = Extract<Content, { type: T }>

/** Whom a text, or the caption of a file, names. */
export const mentionsIn = (content: Content): readonly Mention[] =>
  content.type === 'text' || content.type === 'media' ? (content.mentions ?? []) : []

/** The line that stands for a content in lists and notifications; empty for media without a caption. */
export function contentText(content: Content): string {
  switch (content.type) {
    case 'media':
      return content.text ?? content.media.fileName ?? ''
    case 'location':
      return [content.name, content.address].filter(Boolean).join(', ')
    case 'contact':
      return content.contacts.map((contact) => contact.name).join(', ')
    case 'carousel':
      return content.text ?? content.cards[0]?.title ?? ''
    case 'template':
      return content.text ?? content.name
    case 'poll':
      return content.question
    case 'form':
      return content.title ?? content.fields.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'unsupported':
      return content.what
    default:
      return content.text
  }
}
