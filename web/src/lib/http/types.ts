import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteSpec } from '@recado/core/contract'

/** Queries may name a filter and leave it undefined: it is dropped. */
type Loose<T> = { [K in keyof T]: T[K] | undefined }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

export interface CallSettings {
  signal?: AbortSignal | undefined
  /** Milliseconds; 20 s when absent. */
  timeoutMs?: number
  /** Not counted by the loading bar: polling, prefetching, typing. */
  quiet?: boolean
  /** Goes on although the page is left; for small bodies. */
  keepalive?: boolean
  /** What is no JSON comes as a `Blob`. */
  asFile?: boolean
  /** Extra headers, such as `idempotency-key`. */
  headers?: Record<string, string>
}

export type CallOptions<Route extends RouteSpec> = CallSettings &
  Part<'params', ParamsOf<Route>> &
  Part<'query', QueryOf<Route> extends undefined ? undefined : Loose<QueryOf<Route>>> &
  Part<'body', BodyOf<Route>>

/** The options may be left out where nothing in them is required. */
export type CallArguments<Route extends RouteSpec> =
  Partial<CallOptions<Route>> extends CallOptions<Route>
    ? [options?: CallOptions<Route>]
    : [options: CallOptions<Route>]

export type Answer<Route extends RouteSpec> = ResponseOf<Route>
