import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Colour, Done, Id, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'

/** `tag` and `name` are the same; the ancestors' clients read `tag`. */
export const Tag = Type.Object({
  id: Id,
  tag: Type.String(),
  name: Type.String(),
  color: Type.String(),
  isActive: Type.Boolean(),
  userId: Nullable(Id),
  tenantId: Id,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Tag = Static<typeof Tag>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

/** One of `tag` and `name`, and `color`, are needed when creating. */
export const TagWrite = Type.Object({
  tag: Type.Optional(Name),
  name: Type.Optional(Name),
  color: Type.Optional(Colour),
  isActive: Type.Optional(Type.Boolean()),
})
export type TagWrite = Static<typeof TagWrite>

export const tagsContract = defineContract('tags', {
  list: {
    method: 'GET',
    path: '/tags',
    auth: 'user',
    summary: 'Tags by name; `isActive=true` leaves out the inactive ones, anything else lists all.',
    query: Type.Object({ isActive: Type.Optional(Type.String({ maxLength: 10 })) }),
    response: Type.Array(Tag),
  },
  create: {
    method: 'POST',
    path: '/tags',
    auth: 'admin',
    summary: 'Creates a tag.',
    body: TagWrite,
    response: Tag,
    errors: ['ERR_TAG_NAME_EXISTS'],
  },
  update: {
    method: 'PUT',
    path: '/tags/{id}',
    auth: 'admin',
    summary: 'Changes a tag.',
    params: IdParams,
    body: TagWrite,
    response: Tag,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NAME_EXISTS'],
  },
  remove: {
    method: 'DELETE',
    path: '/tags/{id}',
    auth: 'admin',
    summary: 'Deletes a tag that no contact carries.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_CONTACTS_EXISTS'],
  },
})
