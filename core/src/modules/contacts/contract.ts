import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdList, IdParams, Moment, Nullable, PageQuery, Streamed } from '../../platform/http/shapes.ts'

export const ContactTag = Type.Object({
  id: Id,
  tag: Type.String(),
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
})
export type ContactTag = Static<typeof ContactTag>
export const ContactWallet = Type.Object({ id: Id, name: Type.String() })
export const ContactExtra = Type.Object({ id: Id, name: Type.String(), value: Type.String(), contactId: Id })

/** Where a contact can be reached. */
export const ContactAddress = Type.Object({
  id: Id,
  /** `phone`, `telegram`, `webchat`, … as the channel types name them. */
  kind: Type.String(),
  value: Type.String(),
  /** Set where the address exists on one channel only. */
  channelId: Nullable(Id),
})

export const CONTACT_FLAGS = [
  'disableBot',
  'disableCampaign',
  'disableCrm',
  'ignore',
  'disableRating',
  'disableTranscription',
] as const

const flag = Type.Optional(Type.Boolean())
const flags = {
  disableBot: flag,
  disableCampaign: flag,
  disableCrm: flag,
  ignore: flag,
  disableRating: flag,
  disableTranscription: flag,
}

/** `number` is masked (`5511•••••1234`) for people who may not see phone numbers. */
export const Contact = Type.Object({
  id: Id,
  tenantId: Id,
  name: Type.String(),
  number: Nullable(Type.String()),
  email: Nullable(Type.String()),
  profilePicUrl: Nullable(Type.String()),
  pushname: Nullable(Type.String()),
  telegramId: Nullable(Type.String()),
  messengerId: Nullable(Type.String()),
  instagramPK: Nullable(Type.String()),
  isUser: Type.Boolean(),
  isWAContact: Type.Boolean(),
  isGroup: Type.Boolean(),
  isBlocked: Type.Boolean(),
  disableBot: Type.Boolean(),
  disableCampaign: Type.Boolean(),
  disableCrm: Type.Boolean(),
  ignore: Type.Boolean(),
  disableRating: Type.Boolean(),
  disableTranscription: Type.Boolean(),
  extraInfo: Type.Array(ContactExtra),
  tags: Type.Array(ContactTag),
  wallets: Type.Array(ContactWallet),
  addresses: Type.Array(ContactAddress),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Contact = Static<typeof Contact>

/** List rows add the owners' names, joined by comma, and the first owner. */
export const ContactRow = Type.Object({
  ...Contact.properties,
  wallet: Nullable(Type.String()),
  walletId: Nullable(Id),
})
export type ContactRow = Static<typeof ContactRow>

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const PhoneText = Type.String({ maxLength: 40 })
/** Blank is none. */
const Email = Nullable(Type.String({ maxLength: 255, pattern: '^\\s*([^@\\s]+@[^@\\s]+\\s*)?$' }))
/** False: keeps a number that no channel could look up (`ERR_WAPP_CHECK_CONTACT`). */
const checkNumber = Type.Optional(Type.Boolean())
const Extra = Type.Array(
  Type.Object({
    id: Type.Optional(Nullable(Id)),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    value: Type.String({ maxLength: 1000 }),
  }),
  { maxItems: 50 },
)

export const ContactCreate = Type.Object({
  name: Name,
  /** With country code; a Brazilian number without one gets 55. */
  number: Type.Optional(Nullable(PhoneText)),
  checkNumber,
  email: Type.Optional(Email),
  extraInfo: Type.Optional(Extra),
  tags: Type.Optional(IdList),
  wallets: Type.Optional(IdList),
  ...flags,
})
export type ContactCreate = Static<typeof ContactCreate>

/** `extraInfo`, `tags` and `wallets` replace the set; absent fields stay. */
export const ContactUpdate = Type.Object({
  name: Type.Optional(Name),
  number: Type.Optional(Nullable(PhoneText)),
  checkNumber,
  email: Type.Optional(Email),
  extraInfo: Type.Optional(Extra),
  tags: Type.Optional(IdList),
  wallets: Type.Optional(IdList),
  isBlocked: flag,
  ...flags,
})
export type ContactUpdate = Static<typeof ContactUpdate>

const Named = Type.Object({ id: Id, name: Type.String() })

/** Two contacts that were made one. */
export const ContactMerge = Type.Object({
  id: Id,
  /** What the other one became part of; for merges within a merged contact not the one that was asked for. */
  contactId: Id,
  merged: Type.Object({ id: Id, name: Type.String(), number: Nullable(Type.String()) }),
  /** A channel told addresses of both together, or somebody merged them. */
  reason: Type.Enum(['addresses', 'person']),
  /** A sentence in the caller's language. */
  why: Type.String(),
  channel: Nullable(Named),
  /** Kinds of the addresses that the channel told together. */
  kinds: Type.Array(Type.String()),
  /** Null for merges of the system. */
  user: Nullable(Named),
  /** How many of each it moved; `closed` tickets ended because the other contact had a live one in the same place. */
  moved: Type.Object({
    addresses: Type.Integer(),
    tickets: Type.Integer(),
    closed: Type.Integer(),
    tags: Type.Integer(),
    wallets: Type.Integer(),
    extra: Type.Integer(),
  }),
  createdAt: Moment,
  undoneAt: Nullable(Moment),
  undoneBy: Nullable(Named),
  /** Not when it is undone, or when the contact has been merged since: that one is undone first. */
  isUndoable: Type.Boolean(),
})
export type ContactMerge = Static<typeof ContactMerge>

/** What of a contact a merge would move, besides what the contact itself shows. */
export const ContactContents = Type.Object({
  tickets: Type.Integer(),
  /** Where both have one on a channel and thread, the one with the older last message will be closed. */
  live: Type.Array(
    Type.Object({ id: Id, protocol: Type.String(), channel: Named, thread: Type.String(), lastMessageAt: Moment }),
  ),
})
export type ContactContents = Static<typeof ContactContents>

const Ids = Type.Optional(Type.Array(Id, { maxItems: 200 }))

/** What a list of contacts is chosen by; also exports and work on many. */
export const ContactFilterQuery = {
  searchParam: PageQuery.searchParam,
  tagsIds: Ids,
  walletIds: Ids,
  whatsappIds: Ids,
  isGroup: flag,
  /** Those that have all of these set. */
  flags: Type.Optional(Type.Array(Type.Enum(['isBlocked', ...CONTACT_FLAGS]), { maxItems: 10 })),
}
export type ContactFlag = 'isBlocked' | (typeof CONTACT_FLAGS)[number]
const WRITE_ERRORS = [
  'ERR_DUPLICATED_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_USER_FOUND',
] as const

export const contactsContract = defineContract('contacts', {
  list: {
    method: 'GET',
    path: '/contacts',
    auth: 'user',
    summary: 'Contacts by name, 40 per page; searched by a part of the name, number or e-mail.',
    query: Type.Object({ ...PageQuery, ...ContactFilterQuery }),
    response: Type.Object({ contacts: Type.Array(ContactRow), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  get: {
    method: 'GET',
    path: '/contacts/{id}',
    auth: 'user',
    summary: 'One contact; of a merged one, the contact that it became part of.',
    params: IdParams,
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  exportCsv: {
    method: 'POST',
    path: '/contacts/export',
    auth: 'supervisor',
    summary: 'The contacts that a filter finds, as CSV; numbers are masked for those who may not see them.',
    body: Type.Object(ContactFilterQuery),
    response: Streamed,
    timeoutMs: 240_000,
    rate: { max: 20, seconds: 60 },
  },
  create: {
    method: 'POST',
    path: '/contacts',
    auth: 'user',
    summary: 'Creates a contact. A connected channel that can is asked whether the number exists.',
    body: ContactCreate,
    response: Contact,
    errors: WRITE_ERRORS,
  },
  update: {
    method: 'PUT',
    path: '/contacts/{id}',
    auth: 'user',
    summary: 'Changes a contact; a new number is looked up as when creating.',
    params: IdParams,
    body: ContactUpdate,
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGED', ...WRITE_ERRORS],
  },
  remove: {
    method: 'DELETE',
    path: '/contacts/{id}',
    auth: 'admin',
    summary: 'Deletes a contact without tickets.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGED', 'ERR_CONTACT_TICKETS_REGISTERED'],
  },
  saveTags: {
    method: 'PUT',
    path: '/contact-tags/{id}',
    auth: 'user',
    summary: 'Replaces the tags of a contact.',
    params: IdParams,
    body: Type.Object({ tags: IdList }),
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGED', 'ERR_NO_TAG_FOUND'],
  },
  saveWallets: {
    method: 'PUT',
    path: '/contact-wallet/{id}',
    auth: 'user',
    summary: 'Replaces the owners of a contact.',
    params: IdParams,
    body: Type.Object({ wallets: IdList }),
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGED', 'ERR_NO_USER_FOUND'],
  },
  merge: {
    method: 'POST',
    path: '/contacts/{id}/merge',
    auth: 'supervisor',
    summary: 'Makes another contact part of this one; it can be undone.',
    params: IdParams,
    body: Type.Object({ contactId: Id }),
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_MERGE_SELF', 'ERR_CONTACT_MERGE_GROUP', 'ERR_CONTACT_MERGED'],
  },
  merges: {
    method: 'GET',
    path: '/contacts/{id}/merges',
    auth: 'user',
    summary: 'What became part of a contact and why, newest first.',
    params: IdParams,
    response: Type.Array(ContactMerge),
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  contents: {
    method: 'GET',
    path: '/contacts/{id}/contents',
    auth: 'supervisor',
    summary: 'What a merge of the contact would move.',
    params: IdParams,
    response: ContactContents,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  undoMerge: {
    method: 'POST',
    path: '/contacts/merges/{mergeId}/undo',
    auth: 'supervisor',
    summary: 'Moves back what a merge moved.',
    params: Type.Object({ mergeId: Id }),
    response: Type.Object({ contact: Contact, restored: Contact }),
    errors: ['ERR_NO_CONTACT_MERGE_FOUND', 'ERR_CONTACT_MERGE_UNDONE', 'ERR_CONTACT_MERGE_NESTED'],
  },
})
