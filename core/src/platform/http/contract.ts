import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/catalogue.ts'

/** Who may call: the first gate. Finer rules are in each module's `policy.ts`. */
export type Auth =
  | 'public'
  /** Any signed-in user of an active tenant. */
  | 'user'
  /** Profiles admin and supervisor. */
  | 'supervisor'
  /** Profile admin. */
  | 'admin'
  /** Admin of tenant 1. */
  | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RouteSpec {
  method: Method
  /** As in the specification, parameters in braces: `/tickets/{ticketId}/logs`. */
  path: string
  auth: Auth
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Multipart instead of JSON: files are streamed to the media store, fields arrive as the body. */
  multipart?: { maxFiles: number; maxBytes: number } | true
  response: TSchema
  /** Refusals beyond the common ones (validation, session, permission, rate). */
  errors?: readonly ErrorCode[]
  /** Still answered when the tenant's plan has expired. */
  allowExpired?: true
  /** Milliseconds after which the server gives up; 30 000 when absent. */
  timeoutMs?: number
  /** Overrides the default rate limit: requests per window of seconds, counted per user, or per address when public. */
  rate?: { max: number; seconds: number }
  /** Bytes of a JSON body; 256 KB when absent. */
  maxBody?: number
}

export interface Contract<Routes extends Record<string, RouteSpec> = Record<string, RouteSpec>> {
  /** Name of the module; the tag in OpenAPI. */
  name: string
  routes: Routes
  /** Requests that we make, to addresses that companies give; for the documentation. */
  calls?: Record<string, CallSpec>
}

export interface CallSpec {
  summary: string
  headers: readonly string[]
  body: TSchema
}

/** One table of routes: the source of validation, response filtering, OpenAPI and the web client's types. */
export const defineContract = <const Routes extends Record<string, RouteSpec>>(
  name: string,
  routes: Routes,
  calls?: Record<string, CallSpec>,
): Contract<Routes> => ({ name, routes, ...(calls ? { calls } : {}) })

type Of<Spec, Key extends string> = Spec extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined

/** What a handler receives and a caller gives. */
export type ParamsOf<Spec> = Of<Spec, 'params'>
export type QueryOf<Spec> = Of<Spec, 'query'>
export type BodyOf<Spec> = Of<Spec, 'body'>
export type ResponseOf<Spec extends RouteSpec> = Static<Spec['response']>
