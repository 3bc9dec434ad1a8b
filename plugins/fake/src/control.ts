import { PLUGIN_ERROR_CODES, type PluginErrorCode } from '@recado/sdk'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Code = Type.Enum([...PLUGIN_ERROR_CODES])
const Times = Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1_000_000 })])

/** Body of `POST /control`; absent fields stay as they are. */
export const ControlChange = Type.Object(
  {
    /** Back to good behaviour, before the other fields apply. */
    reset: Type.Optional(Type.Boolean()),
    /** Milliseconds that each send takes. */
    slowMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    failNext: Type.Optional(
      Type.Object({
        code: Code,
        count: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        retryAfterMs: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
    failAlways: Type.Optional(Type.Union([Code, Type.Null()])),
    /** Sends that never settle and ignore their signal; true means one. */
    hangNext: Type.Optional(Times),
    /** Sends that throw something that is no `PluginError`. */
    throwNext: Type.Optional(Times),
    /** Everything inbound is handed over twice. */
    duplicate: Type.Optional(Type.Boolean()),
    /** Batches are handed over backwards, "read" before "delivered". */
    reorder: Type.Optional(Type.Boolean()),
    disconnect: Type.Optional(Type.Boolean()),
    /** Each send leaves a rejected promise behind that nobody handles. */
    leakPromises: Type.Optional(Type.Boolean()),
    receipts: Type.Optional(Type.Enum(['none', 'delivered', 'read'])),
    /** What looking up any number comes to: it is not there, or a failure. */
    lookup: Type.Optional(Type.Union([Type.Literal('absent'), Code, Type.Null()])),
  },
  { additionalProperties: false },
)
export type ControlChange = Static<typeof ControlChange>

export interface ControlState {
  slowMs: number
  failNext: { code: PluginErrorCode; count: number; retryAfterMs?: number } | null
  failAlways: PluginErrorCode | null
  hangNext: number
  throwNext: number
  duplicate: boolean
  reorder: boolean
  disconnect: boolean
  leakPromises: boolean
  receipts: 'none' | 'delivered' | 'read'
  lookup: 'absent' | PluginErrorCode | null
}

/** How the instance misbehaves. Lives in memory; instances of one channel tell each other over the bus. */
export interface Control {
  readonly state: Readonly<ControlState>
  change(wanted: ControlChange): void
  /** True once per time that was asked for. */
  take(what: 'hangNext' | 'throwNext'): boolean
  takeFailure(): { code: PluginErrorCode; retryAfterMs?: number } | null
}

export const isControlChange = (value: unknown): value is ControlChange => Value.Check(ControlChange, value)

export function createControl(receipts: ControlState['receipts']): Control {
  const good: ControlState = {
    slowMs: 0,
    failNext: null,
    failAlways: null,
    hangNext: 0,
    throwNext: 0,
    duplicate: false,
    reorder: false,
    disconnect: false,
    leakPromises: false,
    receipts,
    lookup: null,
  }
  let state = good

  return {
    get state() {
      return state
    },
    change({ reset, hangNext, throwNext, ...plain }) {
      state = {
        ...(reset ? good : state),
        ...plain,
        ...(hangNext === undefined ? {} : { hangNext: Number(hangNext) }),
        ...(throwNext === undefined ? {} : { throwNext: Number(throwNext) }),
      }
    },
    take(what) {
      if (state[what] < 1) return false
      state = { ...state, [what]: state[what] - 1 }
      return true
    },
    takeFailure() {
      const { failNext, failAlways } = state
      if (!failNext || failNext.count < 1) return failAlways === null ? null : { code: failAlways }
      state = { ...state, failNext: { ...failNext, count: failNext.count - 1 } }
      return failNext
    },
  }
}
