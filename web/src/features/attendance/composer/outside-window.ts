import { observable } from 'mobx'

/**
 * Tickets in which the person was warned that the channel's window is closed and goes on (specification §5). What the
 * channel then refuses shows at the message.
 */
export const outsideWindow = observable.set<number>()
