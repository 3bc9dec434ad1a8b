export interface Creation {
  /** How it is called at the gateway: the same each time, so that one that was made before is found again. */
  name: string
  /** For gateways that let us choose; the same each time too. */
  token: string
  signal: AbortSignal
  timeoutMs: number
}

export interface Created {
  /** What later calls are made with; undefined when the gateway told none. */
  token: string | undefined
}
