import { IDLE_PRESENCE } from '../constants.ts'
import { onActivity } from '../idle.ts'
import { connection } from './connection.ts'

/** Tells the server when the person goes away and comes back. Answers the way to stop. */
export function tellPresence(): () => void {
  let idle = false
  const goIdle = () => {
    idle = true
    connection.emit('setUserIdle')
  }
  let timer = setTimeout(goIdle, IDLE_PRESENCE)
  const stop = onActivity(() => {
    if (idle) connection.emit('setUserActive')
    idle = false
    clearTimeout(timer)
    timer = setTimeout(goIdle, IDLE_PRESENCE)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
