import type { TemplateComponent } from '@recado/sdk'
import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { AnyObject, Done, Id, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'

/** As WhatsApp's Graph API names them; the plugin and its provider judge them. */
const Components = Type.Unsafe<TemplateComponent[]>(Type.Array(AnyObject, { minItems: 1, maxItems: 20 }))

export const Template = Type.Object({
  id: Id,
  name: Type.String(),
  language: Type.String(),
  /** `MARKETING`, `UTILITY`, `AUTHENTICATION`. */
  category: Type.String(),
  /** `APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, …, as the provider says. */
  status: Type.String(),
  /** `GREEN`, `YELLOW`, `RED`. */
  quality: Nullable(Type.String()),
  /** Why it was refused or paused. */
  reason: Nullable(Type.String()),
  components: Components,
  updatedAt: Moment,
})
export type Template = Static<typeof Template>

export const TemplateWrite = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 512, pattern: '^[a-z0-9_]+$' }),
  language: Type.String({ minLength: 2, maxLength: 16 }),
  category: Type.Enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  components: Components,
})
export type TemplateWrite = Static<typeof TemplateWrite>

const Params = Type.Object({ id: Id, templateId: Id })
const ASKING = [
  'ERR_NO_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_TEMPLATE_UNSUPPORTED',
  'ERR_TEMPLATE_REFUSED',
] as const

export const templatesContract = defineContract('templates', {
  list: {
    method: 'GET',
    path: '/whatsapp/{id}/templates',
    auth: 'user',
    summary: 'Templates of a channel by name; agents see those that may be sent.',
    params: IdParams,
    response: Type.Array(Template),
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  sync: {
    method: 'POST',
    path: '/whatsapp/{id}/templates/sync',
    auth: 'admin',
    summary: 'Reads all templates anew from the provider. It happens every day by itself.',
    params: IdParams,
    response: Type.Object({ ...Done.properties, count: Type.Integer() }),
    errors: ASKING,
    rate: { max: 10, seconds: 60 },
  },
  create: {
    method: 'POST',
    path: '/whatsapp/{id}/templates',
    auth: 'admin',
    summary: 'Hands a template in for approval.',
    params: IdParams,
    body: TemplateWrite,
    response: Template,
    errors: [...ASKING, 'ERR_NO_MEDIA_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/whatsapp/{id}/templates/{templateId}',
    auth: 'admin',
    summary: 'Hands a changed template in for approval; name and language stay.',
    params: Params,
    body: TemplateWrite,
    response: Template,
    errors: [...ASKING, 'ERR_NO_TEMPLATE_FOUND', 'ERR_NO_MEDIA_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/whatsapp/{id}/templates/{templateId}',
    auth: 'admin',
    summary: 'Deletes a template at the provider. Messages sent with it stay.',
    params: Params,
    response: Done,
    errors: [...ASKING, 'ERR_NO_TEMPLATE_FOUND'],
  },
})
