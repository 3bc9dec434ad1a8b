import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { IdParams, Streamed } from '../../platform/http/shapes.ts'
import {
  ContactTask,
  Erasure,
  ImportOptions,
  ImportTask,
  ITEM_ACTIONS,
  MadeFile,
  Selection,
  TASK_KINDS,
  TaskItem,
} from './schemas.ts'

export * from './schemas.ts'

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024

const TASK_ERRORS = ['ERR_NO_CONTACT_TASK_FOUND', 'ERR_CONTACT_TASK_STATE'] as const
const page = { pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }

export const contactTasksContract = defineContract('contact-tasks', {
  upload: {
    method: 'POST',
    path: '/contacts/upload',
    auth: 'supervisor',
    summary: 'Begins an import: takes a CSV file (field `file`) and answers its columns. Nothing is imported yet.',
    multipart: { maxFiles: 1, maxBytes: MAX_IMPORT_BYTES },
    response: ImportTask,
    errors: [
      'ERR_IMPORT_FILE',
      'ERR_IMPORT_EMPTY',
      'ERR_IMPORT_TOO_LONG',
      'ERR_MEDIA_TOO_LARGE',
      'ERR_CONTACT_TASKS_BUSY',
    ],
    timeoutMs: 240_000,
    rate: { max: 20, seconds: 60 },
  },
  check: {
    method: 'PUT',
    path: '/contacts/imports/{id}',
    auth: 'supervisor',
    summary: 'Says how the columns are read and finds out, line by line, what the import would do.',
    params: IdParams,
    body: ImportOptions,
    response: ImportTask,
    errors: [...TASK_ERRORS, 'ERR_IMPORT_COLUMNS', 'ERR_NO_TAG_FOUND', 'ERR_NO_USER_FOUND', 'ERR_CONTACT_TASKS_BUSY'],
  },
  apply: {
    method: 'POST',
    path: '/contacts/imports/{id}/apply',
    auth: 'supervisor',
    summary: 'Does what the check found; wrong lines are left out.',
    params: IdParams,
    response: ImportTask,
    errors: [...TASK_ERRORS, 'ERR_CONTACT_TASKS_BUSY'],
  },
  list: {
    method: 'GET',
    path: '/contacts/tasks',
    auth: 'supervisor',
    summary: 'Imports and other work on many contacts, newest first, 30 per page.',
    query: Type.Object({ ...page, kinds: Type.Optional(Type.Array(Type.Enum([...TASK_KINDS]), { maxItems: 5 })) }),
    response: Type.Object({ tasks: Type.Array(ContactTask), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  get: {
    method: 'GET',
    path: '/contacts/tasks/{id}',
    auth: 'supervisor',
    summary: 'How far a task is; of an import its columns and how they are read too.',
    params: IdParams,
    response: ImportTask,
    errors: ['ERR_NO_CONTACT_TASK_FOUND'],
  },
  items: {
    method: 'GET',
    path: '/contacts/tasks/{id}/items',
    auth: 'supervisor',
    summary: 'Lines or contacts of a task, 50 per page; `action` and `trouble` choose among them.',
    params: IdParams,
    query: Type.Object({
      ...page,
      action: Type.Optional(Type.Enum([...ITEM_ACTIONS])),
      /** Those with a problem. */
      trouble: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ items: Type.Array(TaskItem), count: Type.Integer(), hasMore: Type.Boolean() }),
    errors: ['ERR_NO_CONTACT_TASK_FOUND'],
  },
  problems: {
    method: 'GET',
    path: '/contacts/tasks/{id}/problems',
    auth: 'supervisor',
    summary: 'Lines that were wrong, not done or not undone, each with the reason, as CSV.',
    params: IdParams,
    response: Streamed,
    errors: ['ERR_NO_CONTACT_TASK_FOUND'],
    timeoutMs: 240_000,
  },
  cancel: {
    method: 'POST',
    path: '/contacts/tasks/{id}/cancel',
    auth: 'supervisor',
    summary: 'Stops a task; what it did so far stays.',
    params: IdParams,
    response: ImportTask,
    errors: TASK_ERRORS,
  },
  undo: {
    method: 'POST',
    path: '/contacts/tasks/{id}/undo',
    auth: 'supervisor',
    summary: 'Takes back a whole import: what was changed since stays.',
    params: IdParams,
    response: ImportTask,
    errors: [...TASK_ERRORS, 'ERR_CONTACT_TASKS_BUSY'],
  },
  remove: {
    method: 'POST',
    path: '/contacts/bulk-delete',
    auth: 'admin',
    summary: 'Deletes many contacts; those with tickets stay, each with its reason.',
    body: Selection,
    response: ImportTask,
    errors: ['ERR_CONTACT_SELECTION', 'ERR_CONTACT_TASKS_BUSY'],
  },
  personalData: {
    method: 'POST',
    path: '/contacts/{id}/personal-data',
    auth: 'admin',
    summary: 'Gathers everything that is kept about a person in a JSON file, at an address that lasts a day.',
    params: IdParams,
    response: MadeFile,
    errors: ['ERR_NO_CONTACT_FOUND'],
    timeoutMs: 240_000,
    rate: { max: 10, seconds: 60 },
  },
  erase: {
    method: 'POST',
    path: '/contacts/{id}/erase',
    auth: 'admin',
    summary: 'Erases a person everywhere; their tickets stay without a word of them. It cannot be undone.',
    params: IdParams,
    /** `confirm`: the contact's name, as it is shown. */
    body: Type.Object({ confirm: Type.String({ maxLength: 255 }) }),
    response: Erasure,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_CONFIRM', 'ERR_CONTACT_TICKETS_LIVE'],
  },
  erasures: {
    method: 'GET',
    path: '/contacts/erasures',
    auth: 'admin',
    summary: 'Receipts of erasures, newest first, 30 per page.',
    query: Type.Object(page),
    response: Type.Object({ erasures: Type.Array(Erasure), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
})
