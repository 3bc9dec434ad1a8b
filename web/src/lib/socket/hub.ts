import type { ServerEvent, ServerEvents } from './events.ts'

type Handler<Payload> = (payload: Payload) => void

/** Listeners outlive connections: screens subscribe before the socket is there and keep on across reconnects. */
const handlers = new Map<string, Set<Handler<never>>>()
const resyncs = new Set<() => void>()

/** Answers the way to stop. */
export function onEvent<Name extends ServerEvent>(name: Name, handler: Handler<ServerEvents[Name]>): () => void {
  const set = handlers.get(name) ?? new Set()
  handlers.set(name, set)
  set.add(handler as Handler<never>)
  return () => set.delete(handler as Handler<never>)
}

/**
 * Called when events may have been missed: after a reconnect, when the server says `resync`, when rights changed.
 * Ask for what changed since your own cursor.
 */
export function onResync(handler: () => void): () => void {
  resyncs.add(handler)
  return () => resyncs.delete(handler)
}

/** Hands one event on; `name` with or without the `<tenantId>:` prefix. */
export function dispatch(name: string, payload: unknown): void {
  const bare = name.replace(/^\d+:/, '')
  if (bare === 'resync') {
    dispatchResync()
    return
  }
  for (const handler of handlers.get(bare) ?? []) (handler as Handler<unknown>)(payload)
}

export function dispatchResync(): void {
  for (const handler of resyncs) handler()
}
