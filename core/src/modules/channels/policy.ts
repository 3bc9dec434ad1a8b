/** States from which a channel comes back by itself. */
const COMING_BACK = ['connecting', 'lost']

/** Why nothing can be asked of a channel that is not connected: wait a moment, or somebody has to connect it. */
export const notConnectedCode = (state: string): 'ERR_WAPP_INITIALIZED' | 'ERR_WAPP_NOT_INITIALIZED' =>
  COMING_BACK.includes(state) ? 'ERR_WAPP_INITIALIZED' : 'ERR_WAPP_NOT_INITIALIZED'
