import type { ReadableStream } from 'node:stream/web'

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON. */
  json?: unknown
  body?: Uint8Array | string | ReadableStream | FormData
  /** Length of a streamed body, for servers that want to know it beforehand; without it they get it in chunks. */
  bodyBytes?: number
  /** Milliseconds; 20 000 when absent. */
  timeoutMs?: number
  /** Bytes of the answer that are read at most; 10 MB when absent. */
  maxBytes?: number
  signal?: AbortSignal
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  text(): Promise<string>
  json<T = unknown>(): Promise<T>
  bytes(): Promise<Uint8Array>
  stream(): ReadableStream<Uint8Array>
}

/**
 * The only way out for plugins without a provider SDK. The address must be one of the plugin's declared endpoints
 * (`endpoint:path`, e.g. `api:/getMe`) or an address a tenant typed in, which passes the egress policy: names are
 * resolved once, private ranges refused, redirects checked again.
 * Answers of any status are returned. A refused address throws `MISCONFIGURED`; a network failure throws `TEMPORARY`,
 * or `AMBIGUOUS` when a POST or PATCH may already have reached the provider; too large an answer throws `REJECTED`.
 */
export interface Http {
  request(url: string, init?: HttpRequest): Promise<HttpResponse>
}

/** A request to `/hooks/:key` or `/hooks/:key/<path>`. */
export interface HookRequest {
  method: string
  /** What follows the key, starting with a slash; `/` when nothing does. */
  path: string
  query: Record<string, string>
  /** Lower-case names. */
  headers: Record<string, string>
  /** The raw bytes: signatures are computed over these. */
  body: Uint8Array
  ip: string
  signal: AbortSignal
}

export interface HookReply {
  /** 200 when absent. */
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: string | Uint8Array
  /** Streams a stored file. */
  media?: { id: string; inline?: boolean }
}

/** A WebSocket at `/hooks/:key/<path>`, handed to plugins as plain messages. Frames are at most 64 KB of text. */
export interface HookSocket {
  readonly id: string
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: Record<string, string>
  readonly ip: string
  send(text: string): void
  /** Bytes written but not yet taken by the network. */
  readonly bufferedBytes: number
  close(code?: number, reason?: string): void
  onMessage(listener: (text: string) => void): void
  onClose(listener: () => void): void
}
