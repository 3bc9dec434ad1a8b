import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdList, IdParams, Moment, Nullable, PageQuery } from '../../platform/http/shapes.ts'

export const ContactTag = Type.Object({
  id: Id,
  tag: Type.String(),
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
})
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
const Email = Nullable(Type.String({ maxLength: 255 }))
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
  email: Type.Optional(Email),
  extraInfo: Type.Optional(Extra),
  tags: Type.Optional(IdList),
  wallets: Type.Optional(IdList),
  isBlocked: flag,
  ...flags,
})
export type ContactUpdate = Static<typeof ContactUpdate>

const Ids = Type.Optional(Type.Array(Id, { maxItems: 200 }))
const WRITE_ERRORS = [
  'ERR_DUPLICATED_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_USER_FOUND',
] as const

export const contactsContract = defineContract('contacts', {
  list: {
    method: 'GET',
    path: '/contacts',
    auth: 'user',
    summary: 'Contacts by name, 40 per page; searched by a part of the name, number or e-mail.',
    query: Type.Object({ ...PageQuery, tagsIds: Ids, walletIds: Ids, whatsappIds: Ids, isGroup: flag }),
    response: Type.Object({ contacts: Type.Array(ContactRow), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  get: {
    method: 'GET',
    path: '/contacts/{id}',
    auth: 'user',
    summary: 'One contact.',
    params: IdParams,
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/contacts',
    auth: 'user',
    summary: 'Creates a contact.',
    body: ContactCreate,
    response: Contact,
    errors: WRITE_ERRORS,
  },
  update: {
    method: 'PUT',
    path: '/contacts/{id}',
    auth: 'user',
    summary: 'Changes a contact.',
    params: IdParams,
    body: ContactUpdate,
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', ...WRITE_ERRORS],
  },
  remove: {
    method: 'DELETE',
    path: '/contacts/{id}',
    auth: 'admin',
    summary: 'Deletes a contact without tickets.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_TICKETS_REGISTERED'],
  },
  saveTags: {
    method: 'PUT',
    path: '/contact-tags/{id}',
    auth: 'user',
    summary: 'Replaces the tags of a contact.',
    params: IdParams,
    body: Type.Object({ tags: IdList }),
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_TAG_FOUND'],
  },
  saveWallets: {
    method: 'PUT',
    path: '/contact-wallet/{id}',
    auth: 'user',
    summary: 'Replaces the owners of a contact.',
    params: IdParams,
    body: Type.Object({ wallets: IdList }),
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_USER_FOUND'],
  },
})
