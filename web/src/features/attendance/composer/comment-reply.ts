import { observable } from 'mobx'

/** Tickets about a post in which the next answer goes to the author in private. */
export const privateReplies = observable.set<number>()
