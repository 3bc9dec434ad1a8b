/** How far the way to a message has come. */
export interface JumpState {
  /** Loaded, and not yet among the rows. */
  wanted: string | null
  /** Among the rows, and marked for a moment. */
  landed: { id: string } | null
  /** It is being scrolled to. */
  isJumping: boolean
}

type JumpAction =
  | { type: 'begin' }
  | { type: 'loaded'; id: string }
  /** It cannot be reached. */
  | { type: 'failed' }
  /** What was wanted is among the rows. */
  | { type: 'landed'; id: string }
  /** Of a landing, which need not be the last one: the next jump may have begun meanwhile. */
  | { type: 'rested' | 'faded'; landed: JumpState['landed'] }

export const AT_HOME: JumpState = { wanted: null, landed: null, isJumping: false }

export function jumpState(state: JumpState, action: JumpAction): JumpState {
  switch (action.type) {
    case 'begin':
      return { wanted: null, landed: null, isJumping: true }
    case 'loaded':
      return { wanted: action.id, landed: null, isJumping: true }
    case 'failed':
      return AT_HOME
    case 'landed':
      return action.id === state.wanted ? { wanted: null, landed: { id: action.id }, isJumping: true } : state
    case 'rested':
      return action.landed === state.landed ? { ...state, isJumping: false } : state
    case 'faded':
      return action.landed === state.landed ? AT_HOME : state
  }
}
